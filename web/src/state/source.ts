// Where a table's messages come from: a server's table over its socket, or a study on this device (local.ts).
import { api, patiently, socketUrl } from '../api'
import { voice } from '../i18n.svelte'
import type { FromBrowser, Hello, Hint, LogPage, Moment, ToBrowser } from '../protocol'
import { Connection, type Line } from './connection'

/** What is listened to and spoken into. */
export interface Wire {
  start: () => void
  stop: () => void
  /** Try at once: the page came back to the front, or the network did. */
  hurry: () => void
  /** Say something; false where nobody hears it. */
  send: (message: FromBrowser) => boolean
}

export interface Source {
  /** Whoever looks plays every seat: nothing is covered, nothing is kept among one's tables. */
  readonly local: boolean
  wire: (hello: () => Hello, heard: (message: ToBrowser) => void, changed: (line: Line, wait: number) => void) => Wire
  log: (before: number, since: number) => Promise<LogPage>
  moment: (at: number) => Promise<Moment>
  hint: (at: number, signal: AbortSignal) => Promise<Hint>
}

/** A table of the server. */
export function served(id: string, secrets: string[]): Source {
  return {
    local: false,
    wire: (hello, heard, changed) => new Connection(socketUrl(id), hello, heard, changed),
    log: (before, since) => patiently(() => api.log(id, before, since, voice.language, secrets)),
    moment: (at) => api.moment(id, at, voice.language, secrets),
    hint: (at, signal) => api.hint(id, at, voice.language, secrets, signal),
  }
}
