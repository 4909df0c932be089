// The socket of one table: says hello, keeps alive, comes back after a break, by number.
import type { FromBrowser, Hello, ToBrowser } from '../protocol'

export type ConnectionState = 'connecting' | 'open' | 'broken' | 'closed'

export interface Socket {
  send: (text: string) => void
  close: () => void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
}

export interface Surroundings {
  open: (url: string) => Socket
  later: (act: () => void, ms: number) => number
  never: (timer: number) => void
}

export const BROWSER: Surroundings = {
  open: (url) => new WebSocket(url) as unknown as Socket,
  later: (act, ms) => window.setTimeout(act, ms),
  never: (timer) => window.clearTimeout(timer),
}

const FIRST_WAIT = 500
const LONGEST_WAIT = 8_000
const PING = 20_000
const SILENCE = 10_000

/** How long to wait before the nth try. */
export function backoff(tries: number): number {
  return Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.max(0, tries - 1))
}

export class Connection {
  #socket: Socket | null = null
  #tries = 0 // since there was a line
  #failures = 0 // since the table was shown: a line that is cut off at once is no success
  #timer = 0
  #ended = false

  constructor(
    readonly url: string,
    readonly hello: () => Hello,
    readonly heard: (message: ToBrowser) => void,
    readonly changed: (now: ConnectionState, wait: number) => void,
    readonly around: Surroundings = BROWSER,
  ) {}

  start(): void {
    this.#ended = false
    this.changed('connecting', 0)
    const socket = this.around.open(this.url)
    this.#socket = socket
    socket.onopen = () => {
      this.#tries = 0
      socket.send(JSON.stringify(this.hello()))
      this.changed('open', 0)
      this.#listen()
    }
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return
      this.#listen()
      const message = JSON.parse(String(event.data)) as ToBrowser
      if (message.type === 'state') this.#failures = 0
      this.heard(message)
    }
    socket.onclose = () => {
      if (socket === this.#socket) this.#broken()
    }
  }

  /** Send; false when there is no line. */
  send(message: FromBrowser): boolean {
    if (!this.#socket || this.#tries > 0 || this.#ended) return false
    try {
      this.#socket.send(JSON.stringify(message))
      return true
    } catch {
      return false
    }
  }

  /** Try at once: the page came back to the front, or the network did. */
  hurry(): void {
    if (this.#ended || this.#tries === 0) return
    this.around.never(this.#timer)
    this.start()
  }

  stop(): void {
    this.#ended = true
    this.around.never(this.#timer)
    const socket = this.#socket
    this.#socket = null
    socket?.close()
    this.changed('closed', 0)
  }

  #listen(): void {
    this.around.never(this.#timer)
    this.#timer = this.around.later(() => {
      this.send({ type: 'ping' })
      this.#timer = this.around.later(() => {
        const socket = this.#socket
        this.#broken()
        socket?.close()
      }, SILENCE)
    }, PING)
  }

  #broken(): void {
    this.around.never(this.#timer)
    this.#socket = null
    if (this.#ended) return
    this.#tries += 1
    this.#failures += 1
    const wait = backoff(this.#failures)
    this.changed('broken', wait)
    this.#timer = this.around.later(() => this.start(), wait)
  }
}
