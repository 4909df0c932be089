// The hand on the shoulder in a first game: a hint when it first matters, each once, never in the way.
import { api } from '../api'
import type { Place } from '../games/types'
import { fill, voice } from '../i18n.svelte'
import { preferences } from '../preferences.svelte'
import type { Course, TipInfo } from '../protocol'
import type { Table } from '../state/table.svelte'
import { progress, see } from './progress.svelte'
import { bestRow, due, gapsOf, ownTurn, spotOf, type Moment, type Scene } from './tips'

export interface Given {
  tip: TipInfo
  says: string
  place: Place | null
}

export class Guide {
  course = $state.raw<Course | null>(null)
  given = $state.raw<Given | null>(null)
  crowded = $state(false) // over the board it would cover what can be chosen: it stands beside it
  #last: Moment | null = null
  #number = 0 // of the table when a hint was given

  constructor(readonly table: Table) {}

  on = $derived.by(() => preferences.guide && progress.guided.includes(this.table.id))
  first = $derived.by(() => this.course?.first ?? null)

  /** The hint as it is read out. */
  words = $derived.by(() => {
    if (!this.given) return []
    return [voice.say('colon', { what: voice.say('guide'), words: this.given.tip.title }), this.given.says]
  })

  #scene = $derived.by<Scene | null>(() => {
    const { state, document, game, live } = this.table
    const me = state?.yours[0]
    if (!state || !document || !game || me === undefined || !live) return null
    const rows = game.ledger(state, document, voice.say)
    return { state, document, actions: this.table.actions, rows, me, scored: this.table.scored !== null }
  })

  async learn(): Promise<void> {
    const title = this.table.state?.game
    if (title) this.course = await api.lessons(title, voice.language).catch(() => null)
  }

  /** Close what was acted upon, and give what is due. */
  look(): void {
    const [scene, first] = [this.#scene, this.first]
    if (!scene || !first || !this.on) return
    if (this.given && this.#answered(this.given, scene)) this.close()
    const tip = due(first, progress.seen[scene.state.game] ?? [], scene, this.#last)
    if (!tip || this.given) return
    const place = spotOf(tip, scene, (choice) => this.table.game?.places(choice) ?? [])
    this.#last = { turn: ownTurn(scene), document: scene.document }
    this.crowded = false
    this.#number = scene.state.number
    this.given = { tip, says: fill(tip.says, gapsOf(scene, place), voice.language), place }
    this.table.meant = tip.at === 'row' ? (bestRow(scene)?.places ?? []) : []
    see(scene.state.game, tip.name)
  }

  /** Has what a hint spoke of been acted upon? What a scoring says stays while others go on. */
  #answered({ tip }: Given, { state, actions, me }: Scene): boolean {
    return tip.when.scored ? actions.slice(this.#number).some(({ seat }) => seat === me) : state.number !== this.#number
  }

  close(): void {
    this.given = null
    this.table.meant = []
  }

  off(): void {
    preferences.guide = false
    this.close()
  }
}
