// A table that one plays at: what is selected and lit, what is said to the server, what is hinted.
import type { Lit, Marks, Place } from '../games/types'
import { voice } from '../i18n.svelte'
import { preferences } from '../preferences.svelte'
import type { Choice, TableState } from '../protocol'
import { counted, movedBy, type Chooser, type Pending } from './choosing'
import { hintedSeat, followed, shownCandidate, type ShownHint, type Compared } from './hints'
import { lastTouched } from './messages'
import { isEmpty, litPlaces, matching, NOTHING, pick, placeless, type Selection } from './selection'
import { WatchedTable } from './watched.svelte'
import { sentenceOf } from '../trouble'

const NO_LIGHTS: ReadonlyMap<Place, Lit> = new Map()

export class Table extends WatchedTable {
  selection = $state.raw<Selection>(NOTHING)
  chooser = $state.raw<Chooser | null>(null)
  pending = $state.raw<Pending | null>(null)
  touching = $state(false) // the last pick was a finger's
  hand = $state.raw<string[]>([])
  hovered = $state<Place | null>(null)
  cursor = $state<Place | null>(null)
  refusedAt = $state<Place | null>(null)
  highlighted = $state.raw<Place[]>([])
  meant = $state.raw<Place[]>([]) // what a hint of a first game speaks of, as long as it is shown
  spoken = $state<string | null>(null)
  writing = $state(false) // the box for notation was asked for

  shownHint = $state.raw<ShownHint | null>(null)
  compared = $state.raw<Compared | null>(null) // a turn as it was played and as it should have been, on one board
  hinting = $state(false) // a hint is being thought about
  noHint = $state<string | null>(null) // why there is no hint

  active = $derived(
    this.live &&
      !this.covered &&
      this.connection === 'open' &&
      !this.known.waiting &&
      this.state?.status === 'running' &&
      this.state.to_move !== null &&
      this.state.yours.includes(this.state.to_move),
  )
  /** The seat that may be told what to play here. */
  hintedSeat = $derived.by(() =>
    this.covered || this.source.silent ? null : hintedSeat(this.state, this.moment, this.live, this.source.local),
  )
  choices = $derived(this.active ? (this.state?.choices ?? []) : [])
  /** May what was undone last be done again? */
  redoable = $derived(this.live && !!this.state?.redo && this.connection === 'open' && !this.known.waiting && !this.covered)
  left = $derived(this.game && this.document ? matching(this.choices, this.selection, this.game, this.document) : [])
  lit = $derived.by<ReadonlyMap<Place, Lit>>(() => {
    const game = this.game
    const document = this.document
    if (!game || !document || this.choices.length === 0) return NO_LIGHTS
    const quiet = game.quiet
    const shown = quiet && isEmpty(this.selection) ? this.choices.filter((choice) => !quiet(choice, document)) : this.choices
    return litPlaces(shown, this.selection, game, document)
  })
  /** What may be done at the place that is pointed at, or that the keyboard's cursor is on. */
  eyed = $derived.by<Lit | null>(() => {
    const place = this.hovered ?? this.cursor
    if (place === null) return null
    const [first, ...more] = this.lit.has(place) ? [place] : (this.game?.spots?.(place, this.lit) ?? [])
    const lit = first === undefined ? undefined : this.lit.get(first)
    return lit ? { ...lit, choices: [...lit.choices, ...more.flatMap((spot) => this.lit.get(spot)?.choices ?? [])] } : null
  })
  /** What can be picked though it is not lit: a finger that touches it means it. */
  open = $derived.by<ReadonlySet<Place>>(() => {
    const { game, document } = this
    return new Set(game?.quiet && document && isEmpty(this.selection) ? litPlaces(this.choices, this.selection, game, document).keys() : [])
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
  marks = $derived<Marks>({
    lit: this.lit,
    open: this.open,
    selected: this.selection.path,
    hovered: this.pending?.place ?? this.hovered,
    cursor: this.cursor,
    staged: this.staged.flatMap((entry) => entry.squares),
    built: this.built,
    last: this.live
      ? lastTouched(this.actions, this.state?.yours ?? [])
      : ((this.supposed ? this.supposed.entry : this.shown)?.squares ?? []),
    highlighted: this.highlighted.length > 0 ? this.highlighted : this.meant,
    refused: this.refusedAt,
    moved: movedBy(this.supposed ? (this.supposed.entry ?? null) : this.shown),
  })

  #asked: AbortController | null = null

  override stop(): void {
    this.dismiss()
    super.stop()
  }

  override look(at: number | null): Promise<void> {
    const before = this.at
    const looked = super.look(at)
    if (this.at !== before) this.dismiss()
    this.clear()
    return looked
  }

  protected override moved(state: TableState): void {
    if (!this.active) this.clear() // the turn is over
    this.spoken = null
    this.chooser = null
    this.refusedAt = null
    super.moved(state)
    if (this.live) this.shownHint = followed(this.shownHint, this.actions)
  }

  // ---------------------------------------------------------------- choosing

  /** A choice in words, for who sees where it would be. */
  told(choice: Choice): string {
    return (preferences.notation ? '' : this.game?.seen?.(choice, voice.say)) || choice.sentence
  }

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
    this.#forgive()
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
    else if (this.primary?.disabled) this.spoken = this.active ? this.primary.disabled : null
    else if (this.primary) this.choose(this.primary.choices)
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
    else this.wire.send({ type: 'why', action: attempt })
  }

  why(action: string): void {
    this.refusedAt = null
    this.wire.send({ type: 'why', action })
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
    const sent = this.wire.send({
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
    this.wire.send({ type: 'undo', number: state.number, seat })
  }

  redo(): void {
    const state = this.state
    if (!state || !this.redoable || state.to_move === null) return
    this.clear()
    this.wire.send({ type: 'redo', number: state.number, seat: state.to_move })
  }

  /** Let somebody else take an action back, or not. */
  answer(agreed: boolean): void {
    const asked = this.state?.undo_asked
    const seat = asked?.waits_for.find((waiting) => this.state?.yours.includes(waiting))
    if (!asked || seat === undefined) return
    this.wire.send({ type: agreed ? 'agree' : 'refuse', wish: asked.wish, seat })
  }

  /** Ask that a bot plays for somebody who is away. */
  standIn(seat: number): void {
    this.wire.send({ type: 'stand_in', seat })
  }

  clock(type: 'pause' | 'resume'): void {
    for (const seat of this.state?.yours.slice(0, 1) ?? []) this.wire.send({ type, seat })
  }

  say(text: string): void {
    const seat = this.state?.yours[0]
    if (seat !== undefined && text.trim()) this.wire.send({ type: 'chat', seat, text: text.trim() })
  }

  sit(seat: number, wish: { name?: string; bot?: string; take_back?: boolean }): void {
    this.wire.send({ type: 'sit', seat, ...wish })
  }

  rematch(): void {
    this.wire.send({ type: 'rematch' })
  }

  // ---------------------------------------------------------------- hints

  /** Ask what a strong player would do at the moment shown. */
  async ask(): Promise<void> {
    if (this.hintedSeat === null || this.hinting) return
    this.dismiss()
    this.hinting = true
    const asked = (this.#asked = new AbortController())
    const at = this.at ?? this.state?.actions ?? 0
    try {
      const hint = await this.source.hint(at, asked.signal)
      if (this.#asked === asked && (this.at ?? this.state?.actions) === at) this.shownHint = { hint, candidate: 0, done: 0 }
    } catch (error) {
      if (this.#asked !== asked) return
      this.noHint = sentenceOf(error)
    } finally {
      if (this.#asked === asked) this.hinting = false
    }
  }

  /** Put the hint away; whoever thinks about it may stop. */
  dismiss(): void {
    this.#asked?.abort()
    this.#asked = null
    this.hinting = false
    this.shownHint = null
    this.noHint = null
  }

  /** Play the next action of the hint. */
  follow(): void {
    const next = shownCandidate(this.shownHint)?.turn[this.shownHint?.done ?? 0]
    const choice = this.choices.find((known) => known.text === next?.text)
    if (choice) this.submit(choice)
  }
}
