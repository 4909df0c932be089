// One lesson while it is learnt: its steps, each with a board of its own on this device.
import type { LessonInfo, LessonStep } from '../protocol'
import { LocalTable } from '../state/local'
import { Table } from '../state/table.svelte'
import { byResult, judged, mistakeOf, reached, type Answer } from './judging'
import { did, stepsDone } from './progress.svelte'

const PULSE = 2400

export class LessonRun {
  number = $state(0)
  done = $state(false)
  over = $state(false)
  wrong = $state.raw<Answer | null>(null)
  helped = $state(0) // 1: in words, 2: the places too
  table = $state.raw<Table>(null as unknown as Table)
  #local: LocalTable = null as unknown as LocalTable

  step = $derived.by<LessonStep>(() => this.lesson.steps[this.number] as LessonStep)
  /** What was tried and not played: the lesson's own answer, or the rule that forbids it. */
  answer = $derived.by<(Answer & { sentence: string; clause: string }) | null>(() => {
    if (this.wrong) return { ...this.wrong, sentence: '', clause: '' }
    const refused = this.table.known.refused
    if (!refused) return null
    const known = mistakeOf(this.step, refused.action)
    const said = known ? known.says : ''
    return { action: refused.action, says: said, places: known?.places ?? [], sentence: refused.sentence, clause: refused.clause }
  })

  constructor(
    readonly title: string,
    readonly lesson: LessonInfo,
  ) {
    const known = stepsDone(title, lesson.name)
    this.begin(known < lesson.steps.length ? known : 0)
  }

  begin(number: number): void {
    this.number = number
    this.done = this.over = false
    this.wrong = null
    this.helped = 0
    const step = this.lesson.steps[number] as LessonStep
    this.#local = new LocalTable(
      { line: step.line },
      {
        silent: true, // the lesson has its own hint
        accepts: (action, after) => {
          if (this.done) return false
          this.wrong = judged(step, action, after)
          return this.wrong === null
        },
      },
    )
    this.table = new Table('lesson', [], this.#local)
  }

  /** Look at what stands now: is the goal reached, or can it not be any more? */
  judge(): void {
    const { state } = this.table
    const played = this.table.actions.map((entry) => entry.text)
    if (!state || this.done || played.length !== this.#local.actions.length) return
    if (played.length > 0 && reached(this.step, state, this.#local.actions)) {
      this.done = true
      this.wrong = null
      did(this.title, this.lesson.name, this.number + 1)
      if (this.step.then.length > 0) void this.#local.go([...this.#local.actions, ...this.step.then])
    } else if (byResult(this.step) && state.to_move !== this.step.seat) {
      this.wrong = { action: played.at(-1) ?? '', says: '', places: [] }
      this.#local.back()
    }
  }

  next(): void {
    if (this.number + 1 < this.lesson.steps.length) this.begin(this.number + 1)
    else this.over = true
  }

  again(): void {
    this.begin(this.number)
  }

  help(): void {
    this.helped = Math.min(2, this.helped + 1)
    if (this.helped < 2) return
    this.table.highlighted = this.step.hint_places
    setTimeout(() => (this.table.highlighted = []), PULSE)
  }

  forgive(): void {
    this.wrong = null
    this.table.clear()
  }
}
