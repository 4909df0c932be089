// Why a turn is better: the line that might have followed it, shown on the board step by step.
import { LocalTable } from '../state/local'
import type { Choice, ReviewedTurn } from '../protocol'
import type { Table } from '../state/table.svelte'

const PAUSE = 1300

export interface Followed {
  seat: number
  choice: Choice
}

export class Following {
  readonly steps: Followed[]
  at = $state(0) // how many steps are shown
  playing = $state(false)
  readonly last = $derived.by<Followed | null>(() => this.steps[this.at - 1] ?? null)
  #study: Promise<LocalTable>
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked = 0

  constructor(
    readonly table: Table,
    readonly turn: ReviewedTurn,
  ) {
    const best = turn.best.actions.map((choice) => ({ seat: turn.seat, choice }))
    this.steps = [...best, ...turn.follows.flatMap(({ seat, actions }) => actions.map((choice) => ({ seat, choice })))]
    this.#study = table.source.dealt().then(
      ({ start, actions }) =>
        new LocalTable(start, {
          eyes: 'all',
          actions: [...actions.slice(0, turn.best.at), ...this.steps.map(({ choice }) => choice.text)],
        }),
    )
  }

  /** Show what stands after so many steps. */
  async show(at: number): Promise<void> {
    const wanted = Math.min(Math.max(0, at), this.steps.length)
    const asked = ++this.#asked
    try {
      const moment = await (await this.#study).moment(this.turn.best.at + wanted)
      if (asked !== this.#asked) return
      this.at = wanted
      this.table.supposed = wanted === 0 ? null : moment
    } catch {
      this.stop()
    }
  }

  /** Play by itself, from the beginning where all has been seen. */
  play(): void {
    this.playing = true
    void this.show(this.at >= this.steps.length ? 1 : this.at + 1)
    const go = (): void => {
      if (!this.playing || this.at >= this.steps.length) {
        this.playing = false
        return
      }
      void this.show(this.at + 1)
      this.#timer = setTimeout(go, PAUSE)
    }
    this.#timer = setTimeout(go, PAUSE)
  }

  pause(): void {
    this.playing = false
    clearTimeout(this.#timer)
  }

  stop(): void {
    this.pause()
    this.#asked++
    this.table.supposed = null
  }
}
