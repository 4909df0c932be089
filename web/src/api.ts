// The server's doors besides the socket.
import type {
  Addresses,
  Adopted,
  CarryCode,
  Clause,
  Course,
  GameInfo,
  Granted,
  Health,
  Hint,
  Invitation,
  InvitationState,
  Language,
  LogPage,
  MailAnswer,
  MailState,
  Moment,
  NewTable,
  NoticeOffer,
  NoticeWays,
  NoticeWish,
  OpenedTable,
  OwnTables,
  Puzzles,
  PuzzleVerdict,
  ReviewedTurn,
  ReviewState,
  SeatKey,
  Story,
  StudyTexts,
  Draft,
  Forgotten,
  Luggage,
  OwnGames,
  Profile,
  TableState,
  Teaching,
  You,
} from './protocol'
import type { Crest } from './parts/crests'
import type { Question, Start } from './state/local'
import { ownKey } from './you/key'

/** The server said no, in words for a person. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    sentence: string,
    readonly reason = '',
    readonly clause = '',
  ) {
    super(sentence)
  }
}

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  return (await (await answered(path, init)).json()) as T
}

async function answered(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(path, init)
  if (answer.ok) return answer
  let sentence = `${answer.status} ${answer.statusText}`
  let body: { sentence?: string; detail?: unknown; reason?: string; clause?: string } = {}
  try {
    body = (await answer.json()) as typeof body
    if (typeof body.sentence === 'string') sentence = body.sentence
    else if (typeof body.detail === 'string') sentence = body.detail
  } catch {
    // Not JSON: the status has to do.
  }
  throw new Refusal(answer.status, sentence, body.reason, body.clause)
}

const BUSY = [429, 503]

/** Ask again, a few times and after a while, where the server says that it is too much just now. */
export async function patiently<T>(act: () => Promise<T>, tries = 10, pause = 1500): Promise<T> {
  for (; ; tries--) {
    try {
      return await act()
    } catch (error) {
      if (tries <= 1 || !(error instanceof Refusal) || !BUSY.includes(error.status)) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

function posted(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function keyed(secrets: string[]): RequestInit {
  return secrets.length > 0 ? { headers: { 'x-tourelle-secret': secrets.join(',') } } : {}
}

/** Who plays: the key travels in a header, never in an address. */
function asPlayer(init: RequestInit = {}, key = ownKey()): RequestInit {
  return key ? { ...init, headers: { ...(init.headers as Record<string, string>), 'x-tourelle-player': key } } : init
}

/** A body from the holder of secrets. */
function signed(body: unknown, secrets: string[]): RequestInit {
  const wish = posted(body)
  return { ...wish, headers: { ...(wish.headers as Record<string, string>), ...(keyed(secrets).headers as Record<string, string>) } }
}

/** Who sits down: a word of this browser's own, a name, a crest, the colour they like best. */
export interface Guest {
  name: string
  claim: string
  crest: Crest
  colour: number | null
}

export const api = {
  games: (language: Language) => ask<GameInfo[]>(`/api/games?language=${language}`),
  /** The sentences of a game from another package: those of ours are part of the page. */
  words: (language: Language, domain: string) => ask<Record<string, string>>(`/api/words/${language}/${encodeURIComponent(domain)}`),
  /** Lessons and the first game of a title. */
  lessons: (title: string, language: Language) => ask<Course>(`/api/lessons/${encodeURIComponent(title)}?language=${language}`),
  /** The puzzles of a title; a solution is told to who finds it, or gives up. */
  puzzles: (title: string, language: Language, theme = '') =>
    ask<Puzzles>(`/api/puzzles/${encodeURIComponent(title)}?language=${language}&theme=${encodeURIComponent(theme)}`),
  tryPuzzle: (title: string, id: string, wish: { turn: string[] } | { give_up: true }, language: Language) =>
    ask<PuzzleVerdict>(`/api/puzzles/${encodeURIComponent(title)}/${encodeURIComponent(id)}?language=${language}`, posted(wish)),
  /** What a turn that is tried at a position gives away. */
  judge: (start: Start, turn: string[], language: Language, signal: AbortSignal) =>
    ask<ReviewedTurn>(`/api/study/judge?language=${language}`, { ...posted({ start, turn }), signal }),
  /** How some tables stand, each seen from one's own seat. */
  own: (tables: { table: string; secrets: string[] }[], language: Language) =>
    ask<OwnTables>(`/api/own?language=${language}`, posted({ tables })),
  table: (table: string, language: Language, secrets: string[]) =>
    ask<TableState>(`/api/tables/${encodeURIComponent(table)}?language=${language}`, keyed(secrets)),
  open: (wish: NewTable, language: Language) => ask<OpenedTable>(`/api/tables?language=${language}`, asPlayer(posted(wish))),
  join: (table: string, guest: Guest, language: Language) =>
    ask<OpenedTable>(`/api/tables/${encodeURIComponent(table)}/join?language=${language}`, asPlayer(posted(guest))),
  /** What an invitation is good for; uses nothing up. */
  invitation: (table: string, invitation: string, language: Language) =>
    ask<InvitationState>(`/api/tables/${encodeURIComponent(table)}/invitation?language=${language}`, posted({ invitation })),
  /** Take the seat of an invitation: the answer holds a key that nobody else ever had. */
  accept: (table: string, invitation: string, guest: Guest, language: Language) =>
    ask<OpenedTable>(`/api/tables/${encodeURIComponent(table)}/accept?language=${language}`, asPlayer(posted({ invitation, ...guest }))),
  /** What the server keeps under this device's key. */
  you: (language: Language) => ask<You>(`/api/you?language=${language}`, asPlayer()),
  keepProfile: (profile: Profile, language: Language) =>
    ask<You>(`/api/you?language=${language}`, asPlayer({ ...posted(profile), method: 'PUT' })),
  forgetYou: (language: Language) => ask<Forgotten>(`/api/you?language=${language}`, asPlayer({ method: 'DELETE' })),
  yourGames: (asked: Record<string, string>, language: Language) =>
    ask<OwnGames>(`/api/you/games?${new URLSearchParams({ ...asked, language }).toString()}`, asPlayer()),
  forgetGame: (table: string, language: Language) =>
    ask<Forgotten>(`/api/you/games/${encodeURIComponent(table)}?language=${language}`, asPlayer({ method: 'DELETE' })),
  adopt: (tables: { table: string; secrets: string[] }[], language: Language) =>
    ask<Adopted>(`/api/you/games?language=${language}`, asPlayer(posted({ tables }))),
  exportYou: async (tables: { table: string; secrets: string[] }[], language: Language) =>
    (await answered(`/api/you/export?language=${language}`, asPlayer(posted({ tables })))).blob(),
  carry: (things: Record<string, unknown>, language: Language) =>
    ask<CarryCode>(`/api/you/carry?language=${language}`, asPlayer(posted({ things }))),
  carried: (code: string, language: Language) => ask<Luggage>(`/api/you/carried?language=${language}`, posted({ code })),
  /** Show somebody the door, as the creator of a table; the answer is a new invitation to their seat. */
  remove: (table: string, seat: number, language: Language, secrets: string[]) =>
    ask<Invitation>(`/api/tables/${encodeURIComponent(table)}/remove?language=${language}`, signed({ seat }, secrets)),
  /** Let a program play at one's own seat; the answer holds its token, told this once. */
  makeToken: (table: string, seat: number, language: Language, secrets: string[]) =>
    ask<SeatKey>(`/api/tables/${encodeURIComponent(table)}/token?language=${language}`, signed({ seat }, secrets)),
  revokeToken: (table: string, seat: number, language: Language, secrets: string[]) =>
    ask<Granted>(`/api/tables/${encodeURIComponent(table)}/token?seat=${seat}&language=${language}`, {
      ...keyed(secrets),
      method: 'DELETE',
    }),
  /** By which ways this server can tell somebody that they are awaited. */
  noticeOffer: () => ask<NoticeOffer>('/api/notices'),
  notices: (table: string, seat: number, language: Language, secrets: string[]) =>
    ask<NoticeWays>(`/api/tables/${encodeURIComponent(table)}/notices?seat=${seat}&language=${language}`, keyed(secrets)),
  addNotice: (table: string, wish: NoticeWish, language: Language, secrets: string[]) =>
    ask<NoticeWays>(`/api/tables/${encodeURIComponent(table)}/notices?language=${language}`, signed(wish, secrets)),
  dropNotice: (table: string, seat: number, way: string, language: Language, secrets: string[]) =>
    ask<NoticeWays>(`/api/tables/${encodeURIComponent(table)}/notices?seat=${seat}&way=${way}&language=${language}`, {
      ...keyed(secrets),
      method: 'DELETE',
    }),
  answerMail: (answer: MailAnswer, language: Language) => ask<MailState>(`/api/mailbox?language=${language}`, posted(answer)),
  addresses: () => ask<Addresses>('/api/addresses'),
  /** The end of the log before an entry, as far as nothing up to `since` is asked for. */
  log: (table: string, before: number, since: number, language: Language, secrets: string[]) =>
    ask<LogPage>(`/api/tables/${encodeURIComponent(table)}/log?before=${before}&since=${since}&language=${language}`, keyed(secrets)),
  moment: (table: string, actions: number, language: Language, secrets: string[]) =>
    ask<Moment>(`/api/tables/${encodeURIComponent(table)}/at/${actions}?language=${language}`, keyed(secrets)),
  hint: (table: string, actions: number, language: Language, secrets: string[], signal: AbortSignal) => {
    const wish = posted({ actions })
    const headers = { ...(wish.headers as Record<string, string>), ...(keyed(secrets).headers as Record<string, string>) }
    return ask<Hint>(`/api/tables/${encodeURIComponent(table)}/hint?language=${language}`, { ...wish, headers, signal })
  },
  /** Begin the review of a finished game, or join in. */
  review: (table: string, language: Language, secrets: string[]) =>
    ask<ReviewState>(`/api/tables/${encodeURIComponent(table)}/review?language=${language}`, { ...keyed(secrets), method: 'POST' }),
  reviewState: (name: string, language: Language) => ask<ReviewState>(`/api/reviews/${encodeURIComponent(name)}?language=${language}`),
  leaveReview: (name: string, language: Language) =>
    ask<ReviewState>(`/api/reviews/${encodeURIComponent(name)}?language=${language}`, { method: 'DELETE' }),
  /** Why a finished game was won, what every turn added, where it turned. */
  story: (table: string, language: Language, secrets: string[]) =>
    ask<Story>(`/api/tables/${encodeURIComponent(table)}/story?language=${language}`, keyed(secrets)),
  /** The same of a record that lives in no table; it is passed on as it is. */
  studyReview: (record: unknown, language: Language) => ask<ReviewState>(`/api/study/review?language=${language}`, posted({ record })),
  studyStory: (record: unknown, language: Language) => ask<Story>(`/api/study/story?language=${language}`, posted({ record })),
  /** A position that lives in no table, after some actions. */
  study: (question: Question, language: Language) => ask<TableState>(`/api/study/state?language=${language}`, posted(question)),
  studyWhy: ({ start, actions, eyes }: Question, action: string, language: Language) =>
    ask<unknown>(`/api/study/why?language=${language}`, posted({ start, actions, eyes, action })),
  /** The same written down: as a document, as one line, as a record where it was dealt. */
  studyTexts: ({ start, actions }: Question, language: Language) =>
    ask<StudyTexts>(`/api/study/texts?language=${language}`, posted({ start, actions })),
  /** What becomes of a position by some edits. */
  studyEdit: (task: { start: Start; actions: string[]; edits: string[] }, language: Language) =>
    ask<Draft>(`/api/study/edit?language=${language}`, posted(task)),
  studyHint: ({ start, actions }: Question, language: Language, signal: AbortSignal) =>
    ask<Hint>(`/api/study/hint?language=${language}`, { ...posted({ start, actions }), signal }),
  /** A record is passed on as text: its seed has more digits than a JavaScript number. */
  record: async (table: string, secrets: string[]): Promise<string> =>
    (await fetch(`/api/tables/${encodeURIComponent(table)}/record`, keyed(secrets))).text(),
  bring: (record: string, language: Language) => ask<OpenedTable>(`/api/records?language=${language}`, { ...posted(null), body: record }),
  /** The rules clause by clause, and the language they are written in: English where there is no translation. */
  rules: async (title: string, language: Language): Promise<{ clauses: Clause[]; language: string }> => {
    const answer = await answered(`/api/rules/${encodeURIComponent(title)}/${language}`)
    return { clauses: (await answer.json()) as Clause[], language: answer.headers.get('content-language') ?? language }
  },
  /** What teaches a title page by page, and its player aid. */
  teaching: (title: string, language: Language) => ask<Teaching>(`/api/teaching/${encodeURIComponent(title)}/${language}`),
  health: () => ask<Health>('/api/health'),
}

function socketAt(path: string): string {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return `${scheme}//${location.host}${path}`
}

export function socketUrl(table: string): string {
  return socketAt(`/api/tables/${encodeURIComponent(table)}/live`)
}

export function lobbyUrl(language: Language): string {
  return socketAt(`/api/lobby/live?language=${language}`)
}
