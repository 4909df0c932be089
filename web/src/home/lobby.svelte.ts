// The lobby, live: the server tells it anew whenever a table of it has changed.
import { lobbyUrl } from '../api'
import { backoff } from '../state/connection'
import type { Language, LobbyState } from '../protocol'

const EMPTY: LobbyState = { open: [], running: [], over: [] }

export class Lobby {
  state = $state.raw<LobbyState>(EMPTY)
  #socket: WebSocket | null = null
  #tries = 0
  #timer = 0

  /** Listen until told to stop. */
  listen(language: Language): () => void {
    this.#open(language)
    return () => {
      clearTimeout(this.#timer)
      const socket = this.#socket
      this.#socket = null
      socket?.close()
    }
  }

  #open(language: Language): void {
    const socket = (this.#socket = new WebSocket(lobbyUrl(language)))
    socket.onmessage = (event) => {
      const told = JSON.parse(String(event.data)) as LobbyState | { reason: string }
      if (socket !== this.#socket || !('open' in told)) return
      this.#tries = 0
      this.state = told
    }
    socket.onclose = () => {
      if (socket !== this.#socket) return
      this.#tries += 1
      this.#timer = window.setTimeout(() => this.#open(language), backoff(this.#tries))
    }
  }
}
