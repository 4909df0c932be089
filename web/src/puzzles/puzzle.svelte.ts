// One puzzle while it is tried: a board of its own on this device, and what the server says to a turn.
import { api, patiently } from '../api'
import { voice } from '../i18n.svelte'
import type { PuzzleInfo, PuzzleSolution } from '../protocol'
import { LocalTable } from '../state/local'
import { Table } from '../state/table.svelte'
import { ownOf, settle } from './keeping.svelte'
import { sentenceOf } from '../trouble'

export class PuzzleRun {
  table: Table
  wrong = $state.raw<string[] | null>(null) // the turn that was tried, in words
  cost = $state<number | null>(null) // chance that it gives away, once that is known
  solution = $state.raw<PuzzleSolution | null>(null)
  solved = $state(false) // else it was given up
  first = $state(false) // at the first try
  change = $state<number | null>(null) // of the rating
  trouble = $state<string | null>(null)
  step = $state(0) // how many actions of the solution are shown
  missed = $state(false) // instead of it, what a quick look plays is shown
  #local: LocalTable
  #asked = 0
  #judging: AbortController | null = null

  constructor(
    readonly title: string,
    readonly puzzle: PuzzleInfo,
    readonly day: string | null, // the puzzle of this day
    readonly about: string, // the theme that is practised, if one is
  ) {
    this.#local = new LocalTable(
      { line: puzzle.line },
      { eyes: puzzle.seat, silent: true, accepts: () => !this.solution, moved: (actions) => void this.#check(actions) },
    )
    this.table = new Table('puzzle', [], this.#local)
  }

  stop(): void {
    this.#asked++
    this.#judging?.abort()
  }

  async #check(turn: string[]): Promise<void> {
    if (this.solution || turn.length === 0) return
    const asked = ++this.#asked
    this.trouble = null
    try {
      const { found, solution } = await patiently(() => api.tryPuzzle(this.title, this.puzzle.id, { turn }, voice.language))
      if (asked !== this.#asked) return
      if (found === 'solved' && solution) this.#end(solution, true, turn.length)
      else if (found === 'wrong') this.#miss(turn)
      else this.#forgive()
    } catch (error) {
      if (asked === this.#asked) this.#complain(error)
    }
  }

  #miss(turn: string[]): void {
    this.#settle(false, [])
    this.wrong = this.table.actions.map(({ sentence }) => sentence)
    void this.#judge(turn)
    void this.#local.go([])
  }

  /** What the turn gives away, by a quick judgement; where there is none it is just not the one. */
  async #judge(turn: string[]): Promise<void> {
    this.#judging?.abort()
    this.#judging = new AbortController()
    this.cost = null
    const { signal } = this.#judging
    try {
      const judged = await api.judge({ line: this.puzzle.line }, turn, voice.language, signal)
      if (!signal.aborted) this.cost = judged.cost.chance
    } catch {
      // Too busy, or gone on.
    }
  }

  async giveUp(): Promise<void> {
    if (this.solution) return
    const asked = ++this.#asked
    try {
      const { solution } = await patiently(() => api.tryPuzzle(this.title, this.puzzle.id, { give_up: true }, voice.language))
      if (asked !== this.#asked || !solution) return
      this.#end(solution, false, 0)
      this.show(solution.actions.length)
    } catch (error) {
      if (asked === this.#asked) this.#complain(error)
    }
  }

  #end(solution: PuzzleSolution, solved: boolean, step: number): void {
    this.#judging?.abort()
    this.#settle(solved, solution.themes)
    this.#forgive()
    this.solved = solved
    this.step = Math.min(step, solution.actions.length)
    this.solution = solution
  }

  #settle(solved: boolean, themes: string[]): void {
    const known = ownOf(this.title).tried[this.puzzle.id]
    settle(this.title, this.puzzle, solved, themes, this.day)
    if (known) return
    this.first = solved
    this.change = ownOf(this.title).tried[this.puzzle.id]?.change ?? null
  }

  /** Show the solution after so many of its actions. */
  show(step: number): void {
    if (!this.solution) return
    this.step = Math.min(Math.max(0, step), this.solution.actions.length)
    this.missed = false
    this.table.compared = null
    void this.#local.go(this.solution.actions.slice(0, this.step).map(({ text }) => text))
  }

  /** Show what a quick look plays instead, each action with its number. */
  showMissed(): void {
    if (!this.solution) return
    this.step = 0
    this.missed = true
    this.table.compared = { played: this.solution.missed, best: [] }
    void this.#local.go(this.solution.missed.map(({ text }) => text))
  }

  forgive(): void {
    this.#forgive()
    this.table.clear()
  }

  #forgive(): void {
    this.wrong = null
    this.trouble = null
  }

  #complain(error: unknown): void {
    this.trouble = sentenceOf(error)
  }
}
