// One table: what the server said, what is selected, which moment is looked at.
import { Refusal } from '../api'
import type { Document, GameModule, Lit, Marks, Place } from '../games/types'
import { domainsOf, gameModule } from '../games'
import { voice } from '../i18n.svelte'
import { preferences } from '../preferences.svelte'
import type { Choice, LogEntry, Moment, Scored, TableState, ToBrowser } from '../protocol'
import { counted, movedBy, type Chooser, type Pending } from './choosing'
import type { Line } from './connection'
import { advised, followed, shownCandidate, type Advice } from './hints'
import { Inbox } from './inbox'
import type { Whose } from './local'
import { asOf, gap, lastTouched, played, reduce, sinceLastTurn, turns, UNKNOWN, type Known, type Turn } from './messages'
import { isEmpty, litPlaces, matching, NOTHING, pick, placeless, type Selection } from './selection'
import { keepTable } from './secrets'
import { served, type Source, type Wire } from './source'

const NO_LIGHTS: ReadonlyMap<Place, Lit> = new Map()

export class Table {
  known = $state.raw<Known>(UNKNOWN)
  line = $state<Line>('connecting')
  wait = $state(0)
  game = $state.raw<GameModule | null>(null)
  selection = $state.raw<Selection>(NOTHING)
  chooser = $state.raw<Chooser | null>(null)
  pending = $state.raw<Pending | null>(null)
  touching = $state(false) // the last pick was a finger's
  hand = $state.raw<string[]>([])
  hovered = $state<Place | null>(null)
  cursor = $state<Place | null>(null)
  refusedAt = $state<Place | null>(null)
  highlighted = $state.raw<Place[]>([])
  spoken = $state<string | null>(null)
  moment = $state.raw<Moment | null>(null)
  eyes = $state<Whose>('all') // through whose eyes the past of a finished game is seen
  at = $state<number | null>(null) // how many actions the moment looked at has; null: the present
  uncovered = $state<number | null>(null) // the seat that has been shown its hand at this screen
  peeking = $state(false) // the board is looked at, hands stay covered
  missing = $state<string | null>(null)
  scored = $state.raw<Scored | null>(null) // a scoring, while its lines are shown
  hidden = $state<number | null>(null) // the number up to which what happened is not shown any more
  pointed = $state.raw<LogEntry[] | null>(null) // what the pointer is on, in the log or the strip: its marks alone
  writing = $state(false) // the box for notation was asked for
  read = $state(0) // the last word of the chat that was read here

  thought = $state.raw<{ seat: number; share: number | null } | null>(null) // a bot that takes its time
  advice = $state.raw<Advice | null>(null)
  advising = $state(false) // a hint is being thought about
  unadvised = $state<string | null>(null) // why there is no hint

  state = $derived(this.known.state)
  actions = $derived(played(this.known.log))
  live = $derived(this.at === null)
  /** The table at the moment looked at; the same as `state` in the present. */
  scene = $derived(this.state && !this.live && this.moment ? asOf(this.state, this.moment) : this.state)
  document = $derived.by<Document | null>(() => {
    const told = (this.live ? null : this.moment) ?? this.state
    return told && (this.game?.reads?.(told) ?? told.view)
  })

  /** Hands are secret and several persons sit at this screen. */
  shared = $derived.by(() => {
    const { state, game, source } = this
    return !source.local && !!state && !!game && state.yours.length > 1 && game.secret(state)
  })
  covered = $derived(
    this.shared &&
      this.state?.status === 'running' &&
      this.state.to_move !== null &&
      this.state.yours.includes(this.state.to_move) &&
      this.uncovered !== this.state.to_move,
  )
  /** Whose stock and hand are shown: in the past those of whoever acted, as far as they may be known. */
  seat = $derived.by(() => {
    const state = this.state
    if (!state) return null
    if (!this.live) return typeof this.eyes === 'number' ? this.eyes : (this.shown?.seat ?? this.moment?.to_move ?? null)
    if (state.looking === null) return null
    return this.shared && this.uncovered !== state.looking ? null : state.looking
  })
  active = $derived(
    this.live &&
      !this.covered &&
      this.line === 'open' &&
      !this.known.waiting &&
      this.state?.status === 'running' &&
      this.state.to_move !== null &&
      this.state.yours.includes(this.state.to_move),
  )
  /** The seat that may be told what to play here. */
  advised = $derived.by(() => (this.covered || this.source.silent ? null : advised(this.state, this.moment, this.live, this.source.local)))
  choices = $derived(this.active ? (this.state?.choices ?? []) : [])
  /** May what was undone last be done again? */
  redoable = $derived(this.live && !!this.state?.redo && this.line === 'open' && !this.known.waiting && !this.covered)
  /** What others did since one acted oneself, turn by turn, until one acts or puts it away. */
  since = $derived.by<Turn[]>(() => {
    const { state, actions } = this
    if (!state || !this.live || state.status !== 'running' || this.covered || this.source.local) return []
    const me = state.to_move !== null && state.yours.includes(state.to_move) ? [state.to_move] : state.yours
    if (me.length === 0) return []
    const news = sinceLastTurn(actions, me)
    if (news.length === 0 || (news.at(-1)?.number ?? 0) <= (this.hidden ?? 0)) return []
    return turns(news, actions.length - news.length)
  })
  left = $derived(this.game && this.document ? matching(this.choices, this.selection, this.game, this.document) : [])
  lit = $derived.by<ReadonlyMap<Place, Lit>>(() => {
    const game = this.game
    const document = this.document
    if (!game || !document || this.choices.length === 0) return NO_LIGHTS
    const quiet = game.quiet
    const shown = quiet && isEmpty(this.selection) ? this.choices.filter((choice) => !quiet(choice, document)) : this.choices
    return litPlaces(shown, this.selection, game, document)
  })
  /** What the button at the bottom right does. */
  primary = $derived.by(() => {
    const { state, game } = this
    return state && game && this.active ? game.primary(state, this.selection, voice.say) : null
  })
  staged = $derived.by(() => {
    const state = this.state
    if (!state || !this.live || state.staged === 0 || state.to_move === null) return []
    if (!state.yours.includes(state.to_move)) return []
    return this.actions.slice(-state.staged)
  })
  /** How many blocks this turn's actions laid, by place. */
  built = $derived(counted(this.staged.flatMap((entry) => this.game?.built?.(entry) ?? [])))
  /** The entry that led to the moment shown. */
  shown = $derived<LogEntry | null>(this.actions[(this.at ?? this.actions.length) - 1] ?? null)
  marks = $derived<Marks>({
    lit: this.lit,
    selected: this.selection.path,
    hovered: this.pending?.place ?? this.hovered,
    cursor: this.cursor,
    staged: this.staged.flatMap((entry) => entry.squares),
    built: this.built,
    last: this.live ? lastTouched(this.actions, this.state?.yours ?? []) : (this.shown?.squares ?? []),
    highlighted: this.highlighted,
    refused: this.refusedAt,
    moved: movedBy(this.shown),
  })

  #connection: Wire
  #inbox = new Inbox<ToBrowser>(
    (message) => (message.type === 'state' ? this.#prepared(message) : null),
    (message) => this.#hear(message),
  )
  #asked: AbortController | null = null
  #moments = new Map<string, Moment>()

  constructor(
    readonly id: string,
    readonly secrets: string[],
    readonly source: Source = served(id, secrets),
  ) {
    this.#connection = source.wire(
      () => ({
        type: 'hello',
        secrets: this.secrets,
        since: this.known.log.at(-1)?.number ?? 0,
        language: voice.language,
      }),
      (message) => this.#inbox.put(message),
      (line, wait) => {
        this.line = line
        this.wait = wait
      },
    )
  }

  start(): void {
    this.#connection.start()
  }

  stop(): void {
    this.dismiss()
    this.#connection.stop()
  }

  hurry(): void {
    this.#connection.hurry()
  }

  /** What a state has to wait for: the game's own files, and the part of a long log before its end. */
  #prepared(state: TableState): Promise<unknown> | null {
    const missing = gap(this.known.log, state.log)
    if (this.game && !missing) return null
    return Promise.all([this.game ? null : this.#meet(state), missing ? this.#earlier(state, missing) : null])
  }

  async #earlier(state: TableState, { since, before }: { since: number; before: number }): Promise<void> {
    const earlier: LogEntry[] = []
    while (before > since + 1) {
      const page = await this.source.log(before, since)
      const [first] = page.log
      if (!first) break
      earlier.unshift(...page.log)
      before = first.number
    }
    state.log = [...earlier, ...state.log]
  }

  /** Load what a game needs, once. Until then messages wait, in order: see Inbox. */
  async #meet(state: TableState): Promise<void> {
    const [game] = await Promise.all([gameModule(state.game, state), voice.learn(...domainsOf(state.game))])
    this.game = game
    if (!this.source.local) keepTable(this.id, this.secrets, state.game, Date.now())
  }

  #hear(message: ToBrowser): void {
    if (message.type === 'thinking') {
      this.thought = { seat: message.seat, share: message.share }
      return
    }
    const before = this.known.state
    this.known = reduce(this.known, message)
    if (message.type === 'state' && message.number !== before?.number) {
      this.#moved(message)
      this.thought = null
      if (this.live) this.advice = followed(this.advice, this.actions)
      if (before) this.scored = message.log.findLast((entry) => entry.scored)?.scored ?? this.scored
    }
    // Whoever is not let in is told why; the connection goes on trying.
    if (message.type === 'state') this.missing = null
    if (message.type === 'trouble' && (message.reason === 'no-such-table' || !this.known.state)) this.missing = message.sentence
  }

  #moved(state: TableState): void {
    const turnOver = !this.active
    if (turnOver) this.clear()
    this.spoken = null
    this.chooser = null
    this.refusedAt = null
    if (!this.shared && state.looking !== null) this.uncovered = state.looking
    if (state.to_move !== null && state.to_move !== this.uncovered) this.peeking = false
  }

  // ---------------------------------------------------------------- choosing

  clear(): void {
    this.spoken = null
    this.pointed = null
    this.selection = NOTHING
    this.chooser = null
    this.pending = null
    this.refusedAt = null
    this.hand = []
    if (this.known.refused || this.known.trouble) this.known = { ...this.known, refused: null, trouble: null }
  }

  pick(place: Place, touch = false): void {
    const game = this.game
    const document = this.document
    if (!game || !document) return
    this.chooser = null
    this.#forgive()
    if (!this.active) return
    const answer = pick(this.choices, this.selection, place, game, document)
    if (answer.does === 'submit') this.consider(answer.choice, place, touch)
    else if (answer.does === 'choose') this.chooser = { choices: answer.choices, place }
    else if (answer.does === 'select') this.selection = answer.selection
    else this.#ask(place)
  }

  /** Take one of the choices from a list, with the same care as on the board. */
  consider(choice: Choice, place: Place | null, touch: boolean): void {
    this.touching = touch
    this.#consider({ choices: [choice], place, words: null })
  }

  /** Do it, or where one wants to look first, show what it would do; the second time it is done. */
  #consider(wish: Pending): void {
    const same = this.pending?.place === wish.place && this.pending.choices[0]?.text === wish.choices[0]?.text
    const careful = preferences.confirm || (this.touching && preferences.twoTaps)
    if (!careful || same) {
      this.pending = null
      this.choose(wish.choices)
    } else this.pending = wish
  }

  drag(from: Place, to: Place): void {
    const game = this.game
    if (!game || !this.document || !this.active) return
    if (this.selection.path.at(-1) !== from) {
      const answer = pick(this.choices, { ...this.selection, path: [] }, from, game, this.document)
      if (answer.does !== 'select') return
      this.selection = answer.selection
    }
    this.pick(to)
  }

  kind(kind: string | null): void {
    this.#forgive()
    if (this.pending && this.pending.choices[0]?.kind !== kind) this.pending = null
    this.chooser = null
    const game = this.game
    if (kind === null || !game) {
      this.selection = NOTHING
      return
    }
    const alone = placeless(this.choices, kind, game)
    if (alone.length === 1) this.#consider({ choices: alone, place: null, words: null })
    else if (alone.length > 0) this.chooser = { choices: alone, place: null }
    else if (this.choices.some((choice) => choice.kind === kind)) {
      // A figure already selected stays so, if the action can begin with it.
      const kept = { ...NOTHING, kind, path: this.selection.path }
      const fits = this.document && matching(this.choices, kept, game, this.document).length > 0
      this.selection = fits ? kept : { ...NOTHING, kind }
    }
  }

  narrow(filter: ((choice: Choice) => boolean) | null): void {
    this.spoken = null
    this.selection = { ...this.selection, narrow: filter }
  }

  choose(choices: Choice[], place: Place | null = null): void {
    if (choices.length === 1 && choices[0]) this.submit(choices[0])
    else if (choices.length > 1) this.chooser = { choices, place }
  }

  /** Press the button at the bottom right. */
  confirm(): void {
    if (this.pending) {
      const { choices } = this.pending
      this.pending = null
      this.choose(choices)
    } else if (this.primary?.ask && preferences.confirm)
      this.pending = { choices: this.primary.choices, place: null, words: this.primary.ask }
    else if (this.primary && !this.primary.disabled) this.choose(this.primary.choices)
  }

  /** Choose what was written, or ask why it can't be; true where it was chosen. */
  type(text: string): boolean {
    const wanted = text.trim().replace(/\s+/g, ' ').toLowerCase()
    const choice = this.choices.find((known) => known.text.toLowerCase() === wanted)
    if (choice) this.submit(choice)
    else this.why(text.trim())
    return choice !== undefined
  }

  #ask(place: Place): void {
    if (!this.game || !this.document || !this.state) return
    const attempt = this.game.attempt(this.document, this.selection, place, this.state)
    this.refusedAt = attempt === null && !this.game.idle ? null : place
    if (attempt === null) this.spoken = this.game.idle?.(place, voice.say) ?? null
    else this.#connection.send({ type: 'why', action: attempt })
  }

  why(action: string): void {
    this.refusedAt = null
    this.#connection.send({ type: 'why', action })
  }

  #forgive(): void {
    this.refusedAt = null
    this.spoken = null
    if (this.known.refused || this.known.trouble) this.known = { ...this.known, refused: null, trouble: null }
  }

  // ---------------------------------------------------------------- speaking to the server

  submit(choice: Choice): void {
    const state = this.state
    if (!state || state.to_move === null || !this.active) return
    this.clear()
    this.scored = null
    const sent = this.#connection.send({
      type: 'submit',
      number: state.number,
      seat: state.to_move,
      action: choice.text,
    })
    if (sent) this.known = { ...this.known, waiting: true }
  }

  undo(): void {
    const state = this.state
    if (!state || !state.undo || !this.live) return
    const mine = this.actions.findLast((entry) => entry.seat !== null && state.yours.includes(entry.seat))
    const seat = mine?.seat ?? state.yours[0]
    if (seat === undefined || seat === null) return
    this.clear()
    this.#connection.send({ type: 'undo', number: state.number, seat })
  }

  redo(): void {
    const state = this.state
    if (!state || !this.redoable || state.to_move === null) return
    this.clear()
    this.#connection.send({ type: 'redo', number: state.number, seat: state.to_move })
  }

  /** Put away what happened since one's last turn, or show it again. */
  hide(): void {
    this.pointed = null
    this.hidden = this.since.length > 0 ? (this.actions.at(-1)?.number ?? 0) : null
  }

  /** Let somebody else take an action back, or not. */
  answer(agreed: boolean): void {
    const asked = this.state?.undo_asked
    const seat = asked?.waits_for.find((waiting) => this.state?.yours.includes(waiting))
    if (!asked || seat === undefined) return
    this.#connection.send({ type: agreed ? 'agree' : 'refuse', wish: asked.wish, seat })
  }

  /** Ask that a bot plays for somebody who is away. */
  standIn(seat: number): void {
    this.#connection.send({ type: 'stand_in', seat })
  }

  clock(type: 'pause' | 'resume'): void {
    for (const seat of this.state?.yours.slice(0, 1) ?? []) this.#connection.send({ type, seat })
  }

  say(text: string): void {
    const seat = this.state?.yours[0]
    if (seat !== undefined && text.trim()) this.#connection.send({ type: 'chat', seat, text: text.trim() })
  }

  sit(seat: number, wish: { name?: string; bot?: string; take_back?: boolean }): void {
    this.#connection.send({ type: 'sit', seat, ...wish })
  }

  rematch(): void {
    this.#connection.send({ type: 'rematch' })
  }

  speak(): void {
    this.#moments.clear()
    this.#connection.send({ type: 'language', language: voice.language })
  }

  uncover(): void {
    this.peeking = false
    this.uncovered = this.state?.to_move ?? null
  }

  // ---------------------------------------------------------------- hints

  /** Ask what a strong player would do at the moment shown. */
  async ask(): Promise<void> {
    if (this.advised === null || this.advising) return
    this.dismiss()
    this.advising = true
    const asked = (this.#asked = new AbortController())
    const at = this.at ?? this.state?.actions ?? 0
    try {
      const hint = await this.source.hint(at, asked.signal)
      if (this.#asked === asked && (this.at ?? this.state?.actions) === at) this.advice = { hint, candidate: 0, done: 0 }
    } catch (error) {
      if (this.#asked !== asked) return
      this.unadvised = error instanceof Refusal ? error.message : voice.say('trouble.connection')
    } finally {
      if (this.#asked === asked) this.advising = false
    }
  }

  /** Put the hint away; whoever thinks about it may stop. */
  dismiss(): void {
    this.#asked?.abort()
    this.#asked = null
    this.advising = false
    this.advice = null
    this.unadvised = null
  }

  /** Play the next action of the hint. */
  follow(): void {
    const next = shownCandidate(this.advice)?.turn[this.advice?.done ?? 0]
    const choice = this.choices.find((known) => known.text === next?.text)
    if (choice) this.submit(choice)
  }

  // ---------------------------------------------------------------- looking back

  /** See the past of a finished game as a seat knew it. */
  see(eyes: Whose): void {
    this.eyes = eyes
    this.source.see?.(eyes)
    this.#moments.clear()
    void this.look(this.at ?? Math.max(0, this.actions.length - 1))
  }

  async look(at: number | null): Promise<void> {
    const all = this.state?.actions ?? 0
    const wanted = at === null || at >= all ? null : Math.max(0, at)
    if (wanted !== this.at) this.dismiss()
    this.at = wanted
    this.clear()
    if (wanted === null) {
      this.moment = null
      return
    }
    const key = `${wanted}:${this.actions[wanted - 1]?.number ?? 0}`
    const cached = this.source.local ? null : this.#moments.get(key) // a study keeps its own
    if (cached) {
      this.moment = cached
      return
    }
    try {
      const moment = await this.source.moment(wanted)
      this.#moments.set(key, moment)
      if (this.at === wanted) this.moment = moment
    } catch {
      if (this.at === wanted) this.at = null
    }
  }
}
