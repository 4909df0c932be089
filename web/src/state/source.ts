// Where a table's messages come from: a server's table over its socket, or a study on this device (local.ts).
import { api, patiently, socketUrl } from '../api'
import { voice } from '../i18n.svelte'
import type { FromBrowser, Hello, Hint, LogPage, Moment, ReviewState, Story, ToBrowser } from '../protocol'
import { ofRecord, wordSeeds } from '../study/keeping'
import { Connection, type ConnectionState } from './connection'
import { LocalTable, type Start, type Whose } from './local'

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
  /** Nobody is told what to play: the page asks just that. */
  readonly silent?: boolean
  wire: (hello: () => Hello, heard: (message: ToBrowser) => void, changed: (now: ConnectionState, wait: number) => void) => Wire
  log: (before: number, since: number) => Promise<LogPage>
  moment: (at: number) => Promise<Moment>
  hint: (at: number, signal: AbortSignal) => Promise<Hint>
  /** Show moments of a finished game as a seat knew them; `all`: everything lies open. */
  see?: (eyes: Whose) => void
  /** The game as it was dealt and played, to be studied elsewhere. */
  dealt: () => Promise<{ start: Start; actions: string[] }>
  /** Begin the review of a finished game, or join in. */
  review: () => Promise<ReviewState>
  story: () => Promise<Story>
}

/** A table of the server. */
export function served(id: string, secrets: string[]): Source {
  let eyes: Whose = 'all'
  let past: Promise<LocalTable> | null = null
  const dealt = async (): Promise<{ start: Start; actions: string[] }> =>
    ofRecord(JSON.parse(wordSeeds(await api.record(id, secrets))) as Record<string, unknown>)
  const known = async (): Promise<LocalTable> => {
    const { start, actions } = await dealt()
    return new LocalTable(start, { actions })
  }
  return {
    local: false,
    wire: (hello, heard, changed) => new Connection(socketUrl(id), hello, heard, changed),
    log: (before, since) => patiently(() => api.log(id, before, since, voice.language, secrets)),
    moment: async (at) => {
      if (eyes === 'all') return api.moment(id, at, voice.language, secrets)
      const study = await (past ??= known())
      study.eyes = eyes
      return study.moment(at)
    },
    see: (whose) => (eyes = whose),
    hint: (at, signal) => api.hint(id, at, voice.language, secrets, signal),
    dealt,
    review: () => api.review(id, voice.language, secrets),
    story: () => patiently(() => api.story(id, voice.language, secrets)),
  }
}
