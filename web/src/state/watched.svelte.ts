// A table as it is told and looked at: what the server said, which moment is shown, what this screen may show of it.
import type { Document, GameModule } from '../games/types'
import { documentOf, domainsOf, gameModule } from '../games'
import { voice } from '../i18n.svelte'
import { preferences } from '../preferences.svelte'
import type { LogEntry, Moment, Scored, TableState, ToBrowser } from '../protocol'
import type { ConnectionState } from './connection'
import { Inbox } from './inbox'
import type { Whose } from './local'
import { asOf, gap, played, reduce, sinceLastTurn, turns, UNKNOWN, type Known, type Turn } from './messages'
import { muting } from './muting.svelte'
import { keepTable } from './secrets'
import { served, type Source, type Wire } from './source'

export class WatchedTable {
  known = $state.raw<Known>(UNKNOWN)
  connection = $state<ConnectionState>('connecting')
  wait = $state(0)
  game = $state.raw<GameModule | null>(null)
  moment = $state.raw<Moment | null>(null)
  supposed = $state.raw<Moment | null>(null) // what might have stood after the moment looked at, while that is shown
  eyes = $state<Whose>('all') // through whose eyes the past of a finished game is seen
  at = $state<number | null>(null) // how many actions the moment looked at has; null: the present
  uncovered = $state<number | null>(null) // the seat that has been shown its hand at this screen
  peeking = $state(false) // the board is looked at, hands stay covered
  missing = $state<string | null>(null)
  scored = $state.raw<Scored | null>(null) // a scoring, while its lines are shown
  hidden = $state<number | null>(null) // the number up to which what happened is not shown any more
  pointed = $state.raw<LogEntry[] | null>(null) // what the pointer is on, in the log or the strip: its marks alone
  read = $state(0) // the last word of the chat that was read here
  thinking = $state.raw<{ seat: number; share: number | null } | null>(null) // a bot that takes its time

  state = $derived(this.known.state)
  actions = $derived(played(this.known.log))
  live = $derived(this.at === null)
  /** The table at the moment looked at; the same as `state` in the present. */
  scene = $derived.by(() => {
    const past = this.supposed ?? this.moment
    return this.state && !this.live && past ? asOf(this.state, past) : this.state
  })
  document = $derived.by<Document | null>(() => {
    const told = (this.live ? null : (this.supposed ?? this.moment)) ?? this.state
    return told && (this.game ? documentOf(this.game, told) : told.view)
  })

  /** There is somebody to talk to. */
  talking = $derived(!!this.state?.chat && this.state.seats.some((seat) => seat.kind !== 'bot' && !this.state?.yours.includes(seat.seat)))
  /** What was said, but for those whose words this device does not show. */
  talks = $derived(this.known.log.filter((entry) => entry.kind === 'chat' && !muting.hides(this.id, this.state?.seats[entry.seat ?? -1])))
  /** How many words of others were not read yet. */
  unread = $derived(
    this.talking
      ? this.talks.filter(({ number, seat }) => number > this.read && (seat === null || !this.state?.yours.includes(seat))).length
      : 0,
  )

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
  /** The entry that led to the moment shown. */
  shown = $derived<LogEntry | null>(this.actions[(this.at ?? this.actions.length) - 1] ?? null)

  protected readonly wire: Wire
  #inbox = new Inbox<ToBrowser>(
    (message) => (message.type === 'state' ? this.#prepared(message) : null),
    (message) => this.#hear(message),
  )
  #moments = new Map<string, Moment>()

  constructor(
    readonly id: string,
    readonly secrets: string[],
    readonly source: Source = served(id, secrets),
  ) {
    this.wire = source.wire(
      () => ({
        type: 'hello',
        secrets: this.secrets,
        since: this.known.log.at(-1)?.number ?? 0,
        language: voice.language,
        name: preferences.watchName ? preferences.name : '',
      }),
      (message) => this.#inbox.put(message),
      (now, wait) => {
        this.connection = now
        this.wait = wait
      },
    )
  }

  start(): void {
    this.wire.start()
  }

  stop(): void {
    this.wire.stop()
  }

  hurry(): void {
    this.wire.hurry()
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
      this.thinking = { seat: message.seat, share: message.share }
      return
    }
    const before = this.known.state
    this.known = reduce(this.known, message)
    if (message.type === 'state' && message.number !== before?.number) {
      this.moved(message)
      this.thinking = null
      if (before) this.scored = message.log.findLast((entry) => entry.scored)?.scored ?? this.scored
    }
    // Whoever is not let in is told why; the connection goes on trying.
    if (message.type === 'state') this.missing = null
    if (message.type === 'trouble' && (message.reason === 'no-such-table' || !this.known.state)) this.missing = message.sentence
  }

  /** Another number: something was played, undone or asked for. */
  protected moved(state: TableState): void {
    if (!this.shared && state.looking !== null) this.uncovered = state.looking
    if (state.to_move !== null && state.to_move !== this.uncovered) this.peeking = false
  }

  /** Put away what happened since one's last turn, or show it again. */
  hide(): void {
    this.pointed = null
    this.hidden = this.since.length > 0 ? (this.actions.at(-1)?.number ?? 0) : null
  }

  speak(): void {
    this.#moments.clear()
    this.wire.send({ type: 'language', language: voice.language })
  }

  uncover(): void {
    this.peeking = false
    this.uncovered = this.state?.to_move ?? null
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
    this.at = wanted
    this.supposed = null
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
