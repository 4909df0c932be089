// A turn of a finished game played again: a board of its own on this device, each try judged by the engine.
import { api } from '../api'
import { voice } from '../i18n.svelte'
import type { CitedSentence, ReviewedTurn } from '../protocol'
import { LocalTable, type Start } from '../state/local'
import { Table } from '../state/table.svelte'
import { inTurn } from './review'
import { sentenceOf } from '../trouble'

export interface Try {
  words: string
  cost: number // what it gives away, in chance
  why: CitedSentence[]
}

/** How much of what a turn had cost a try wins back, from below 0 (it is worse) to 1 (nothing was better). */
export function wonBack(turn: ReviewedTurn, cost: number): number {
  return turn.cost.chance > 0 ? (turn.cost.chance - cost) / turn.cost.chance : 1
}

export class Retry {
  readonly table: Table
  tries = $state.raw<Try[]>([])
  judging = $state(false)
  trouble = $state<string | null>(null)
  told = $state(false) // the engine's turn was asked for
  readonly last = $derived.by<Try | null>(() => (this.done ? (this.tries.at(-1) ?? null) : null))
  done = $state(false) // a turn was played to its end
  readonly #local: LocalTable
  readonly #start: Start
  #judged: AbortController | null = null

  constructor(
    dealt: { start: Start; actions: string[] },
    readonly turn: ReviewedTurn,
  ) {
    const record = 'record' in dealt.start ? dealt.start.record : {}
    this.#start = { record: { ...record, actions: dealt.actions.slice(0, turn.played.at) } }
    this.#local = new LocalTable(this.#start, {
      eyes: turn.seat,
      silent: true,
      accepts: () => !this.done,
      moved: (actions) => void this.#moved(actions),
    })
    this.table = new Table('retry', [], this.#local)
  }

  stop(): void {
    this.#judged?.abort()
  }

  /** Stand where the turn began, to try something else. */
  again(): void {
    this.stop()
    this.done = false
    this.judging = false
    this.trouble = null
    this.table.dismiss()
    void this.#local.go([])
  }

  /** Judge what was played so far, once the turn is over. */
  async #moved(actions: string[]): Promise<void> {
    const { state } = this.table
    if (this.done || !state || actions.length === 0 || state.to_move === this.turn.seat) return
    this.done = true
    this.judging = true
    this.trouble = null
    const asked = (this.#judged = new AbortController())
    try {
      const judged = await api.judge(this.#start, actions, voice.language, asked.signal)
      if (asked.signal.aborted) return
      const words = inTurn(judged.played.actions)
      this.tries = [...this.tries, { words, cost: judged.cost.chance, why: judged.why }]
    } catch (error) {
      if (asked.signal.aborted) return
      this.trouble = sentenceOf(error)
    } finally {
      if (this.#judged === asked) this.judging = false
    }
  }
}
