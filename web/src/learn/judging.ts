// What a lesson answers to an action. No rules: the server knows those.
import type { LessonMistake, LessonStep, TableState } from '../protocol'

/** What is said to an action that was not played. */
export interface Answer {
  action: string
  says: string // the author's, or ''
  places: string[]
}

/** Does this mistake mean the action? A star at its end stands for anything. */
export function means(mistake: LessonMistake, action: string): boolean {
  return mistake.action.endsWith('*') ? action.startsWith(mistake.action.slice(0, -1)) : mistake.action === action
}

export function mistakeOf(step: LessonStep, action: string): LessonMistake | null {
  const exact = step.mistakes.find((mistake) => mistake.action === action)
  return exact ?? step.mistakes.find((mistake) => means(mistake, action)) ?? null
}

/** Does the action lead on to the goal after those played? */
export function leadsOn(step: LessonStep, action: string, after: string[]): boolean {
  return step.answers.some((answer) => answer[after.length] === action && after.every((text, i) => text === answer[i]))
}

/** Is the goal one of a result, however it is reached? */
export function byResult(step: LessonStep): boolean {
  return step.points !== null || step.score !== null
}

/** Null: play it; otherwise what is said in place of playing it. */
export function judged(step: LessonStep, action: string, after: string[]): Answer | null {
  if (leadsOn(step, action, after)) return null
  const mistake = mistakeOf(step, action)
  if (mistake) return { action, says: mistake.says, places: mistake.places }
  return byResult(step) ? null : { action, says: '', places: [] }
}

/** Is the goal reached? */
export function reached(step: LessonStep, state: TableState, played: string[]): boolean {
  if (!byResult(step))
    return step.answers.some((answer) => answer.length === played.length && answer.every((text, i) => text === played[i]))
  const points = state.seats[step.seat]?.points ?? 0
  const score = state.ledger.totals[step.seat] ?? 0
  return points >= (step.points ?? -Infinity) && score >= (step.score ?? -Infinity)
}
