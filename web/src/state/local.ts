// A study: a position that lives in no table. The actions are kept here, and the server is asked what stands after them.
import { api, patiently, Refusal } from '../api'
import { voice } from '../i18n.svelte'
import type { LogEntry, FromBrowser, Hello, Hint, LogPage, Moment, ReviewState, Story, TableState, ToBrowser } from '../protocol'
import type { ConnectionState } from './connection'
import type { Source, Wire } from './source'
import { sentenceOf } from '../trouble'

/** Where a study begins: one of these. Of a record the first `at` actions are taken, without it all of them. */
export type Start =
  | { line: string }
  | { document: Record<string, unknown> }
  | { new: { title: string; options?: Record<string, unknown>; seats?: number; seed?: number | string } }
  | { record: Record<string, unknown>; at?: number }

/** Through whose eyes: one seat's alone, `all`: everything lies open, null: the seat to move, and all are one's own. */
export type Whose = number | 'all' | null

export interface Question {
  start: Start
  actions: string[]
  eyes: Whose
  since?: number
}

/** What a study asks; the server's doors by default. */
export interface Doors {
  state: (question: Question) => Promise<TableState>
  why: (question: Question, action: string) => Promise<unknown>
  hint: (question: Question, signal: AbortSignal) => Promise<Hint>
}

const SERVER: Doors = {
  state: (question) => patiently(() => api.study(question, voice.language)),
  why: (question, action) => patiently(() => api.studyWhy(question, action, voice.language)),
  hint: (question, signal) => api.studyHint(question, voice.language, signal),
}

/** What the page around a study may decide. */
export interface Ways {
  eyes?: Whose
  actions?: string[]
  /** No hints are given. */
  silent?: boolean
  /** May this be played after these actions? False: nothing happens, the page has its own answer. */
  accepts?: (action: string, after: string[]) => boolean
  /** What comes next where one goes forward; without it what was undone last. */
  next?: (after: string[]) => string | null
  /** Other actions stand now: played, undone or gone to. */
  moved?: (actions: string[]) => void
  doors?: Doors
}

const MOST = 400 // states that are kept

export class LocalTable implements Source, Wire {
  readonly local = true
  readonly silent: boolean
  actions: string[]
  eyes: Whose
  #ahead: string[] = []
  #heard: (message: ToBrowser) => void = () => {}
  #changed: (now: ConnectionState, wait: number) => void = () => {}
  #kept = new Map<string, TableState>()
  #numbers = new Map<string, number>()
  #before = 0 // actions that a record brought
  #asked = 0
  #stopped = false
  #log: { key: string; actions: string[]; entries: LogEntry[] } | null = null

  constructor(
    readonly from: Start,
    readonly ways: Ways = {},
  ) {
    this.actions = ways.actions ?? []
    this.eyes = ways.eyes ?? null
    this.silent = ways.silent ?? false
  }

  // ---------------------------------------------------------------- as a source

  wire(_hello: () => Hello, heard: (message: ToBrowser) => void, changed: (now: ConnectionState, wait: number) => void): Wire {
    this.#heard = heard
    this.#changed = changed
    return this
  }

  log(): Promise<LogPage> {
    return Promise.resolve({ log: [] }) // the log always comes whole
  }

  async moment(at: number): Promise<Moment> {
    const state = await this.#state(this.actions.slice(0, Math.max(0, at - this.#before)))
    const points = state.seats.map((seat) => seat.points)
    const { view, diagram, facts, ledger, to_move } = state
    const entry = state.log.findLast(({ kind }) => kind === 'action') ?? null
    return { actions: at, view, diagram, facts, ledger, points, to_move, entry }
  }

  hint(at: number, signal: AbortSignal): Promise<Hint> {
    return this.#doors.hint(this.#question(this.actions.slice(0, Math.max(0, at - this.#before))), signal)
  }

  dealt(): Promise<{ start: Start; actions: string[] }> {
    return Promise.resolve({ start: this.from, actions: this.actions })
  }

  async review(): Promise<ReviewState> {
    return api.studyReview(await this.#record(), voice.language)
  }

  async story(): Promise<Story> {
    return api.studyStory(await this.#record(), voice.language)
  }

  /** All that was played, as a record; nothing where it began with a position. */
  async #record(): Promise<unknown> {
    const { record } = await patiently(() => api.studyTexts(this.#question(this.actions), voice.language))
    return record && withSeed(record, this.from)
  }

  // ---------------------------------------------------------------- as a wire

  start(): void {
    this.#stopped = false
    this.#changed('open', 0)
    void this.#tell()
  }

  stop(): void {
    this.#stopped = true
    this.#changed('closed', 0)
  }

  hurry(): void {}

  send(message: FromBrowser): boolean {
    if (message.type === 'submit') void this.#play(message.action)
    else if (message.type === 'undo') this.back()
    else if (message.type === 'redo') this.forward()
    else if (message.type === 'why') void this.#why(message.action)
    else if (message.type === 'language') void this.#tell()
    else return false
    return true
  }

  // ---------------------------------------------------------------- going about

  /** Stand after other actions. */
  go(actions: string[]): Promise<void> {
    return this.#stand(actions)
  }

  /** Look through other eyes. */
  async look(eyes: Whose): Promise<void> {
    this.eyes = eyes
    await this.#tell()
  }

  back(): void {
    const last = this.actions.at(-1)
    if (last === undefined) return
    this.#ahead = [last, ...this.#ahead]
    void this.#stand(this.actions.slice(0, -1))
  }

  forward(): void {
    const next = this.#next()
    if (next === null) return
    this.#ahead = this.#ahead.slice(1)
    void this.#stand([...this.actions, next])
  }

  #next(): string | null {
    return this.ways.next ? this.ways.next(this.actions) : (this.#ahead[0] ?? null)
  }

  async #play(action: string): Promise<void> {
    if (this.ways.accepts && !this.ways.accepts(action, this.actions)) {
      await this.#tell() // nothing was played, and nobody waits for an answer
      return
    }
    this.#ahead = this.#ahead[0] === action ? this.#ahead.slice(1) : []
    await this.#stand([...this.actions, action], action)
  }

  async #stand(actions: string[], played: string | null = null): Promise<void> {
    const before = this.actions
    this.actions = actions
    const told = await this.#tell(played)
    if (told) this.ways.moved?.(actions)
    else if (this.actions === actions) this.actions = before
  }

  /** Ask what stands and pass it on; false where it was refused, or something else was asked meanwhile. */
  async #tell(played: string | null = null): Promise<boolean> {
    const asked = ++this.#asked
    const actions = this.actions
    try {
      const state = await this.#state(actions)
      if (asked !== this.#asked || this.#stopped) return false
      this.#heard({ ...state, number: this.#number(actions), undo: actions.length > 0, redo: this.#next() !== null })
      return true
    } catch (error) {
      if (asked === this.#asked && !this.#stopped) this.#complain(error, played)
      return false
    }
  }

  async #why(action: string): Promise<void> {
    try {
      await this.#doors.why(this.#question(this.actions), action)
    } catch (error) {
      if (!this.#stopped) this.#complain(error, action)
    }
  }

  #complain(error: unknown, action: string | null): void {
    if (error instanceof Refusal && error.status === 422 && action !== null) {
      this.#heard({ type: 'refused', action, reason: error.reason, clause: error.clause, sentence: error.message })
      return
    }
    const sentence = sentenceOf(error)
    this.#heard({ type: 'trouble', reason: error instanceof Refusal ? error.reason : 'connection', sentence, number: 0 })
  }

  // ---------------------------------------------------------------- asking

  get #doors(): Doors {
    return this.ways.doors ?? SERVER
  }

  #question(actions: string[]): Question {
    return { start: this.from, actions, eyes: this.eyes }
  }

  /** What stands after some actions, with its log from the beginning. */
  async #state(actions: string[]): Promise<TableState> {
    const about = `${voice.language} ${String(this.eyes)}`
    const key = [about, ...actions].join('\n')
    const kept = this.#kept.get(key)
    if (kept) return kept
    const known = this.#log?.key === about ? this.#log : null
    const common = known ? shared(known.actions, actions) + this.#before : 0
    const state = await this.#doors.state({ ...this.#question(actions), since: common })
    state.log = [...(known?.entries.slice(0, common) ?? []), ...state.log]
    this.#before = state.actions - actions.length
    this.#log = { key: about, actions, entries: state.log }
    if (this.#kept.size >= MOST) this.#kept.delete(this.#kept.keys().next().value as string)
    this.#kept.set(key, state)
    return state
  }

  /** A number for each position, as a journal would give it: the same again for the same actions. */
  #number(actions: string[]): number {
    const key = actions.join('\n')
    const number = this.#numbers.get(key) ?? this.#numbers.size + 1
    this.#numbers.set(key, number)
    return number
  }
}

/** A record with the seed that was given: a large one is more than a number of this language keeps. */
export function withSeed(record: Record<string, unknown>, start: Start): Record<string, unknown> {
  const seed = 'record' in start ? start.record['seed'] : 'new' in start ? start.new.seed : undefined
  return seed === undefined ? record : { ...record, seed }
}

/** How many actions two lines have in common at their beginning. */
function shared(one: string[], other: string[]): number {
  const end = one.findIndex((action, i) => action !== other[i])
  return end < 0 ? one.length : end
}
