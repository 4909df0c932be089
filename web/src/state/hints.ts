// What a strong player would do: asked for, shown, followed action by action. No rules.
import type { Choice, LogEntry, Hint, HintCandidate, Moment, TableState } from '../protocol'

export interface ShownHint {
  hint: Hint
  candidate: number // the turn shown
  done: number // how many of its actions have been played
}

/** Two turns at one position: what was played, and what would have been better; either may be left out. */
export interface Compared {
  played: Choice[]
  best: Choice[]
}

/** The seat that may be told what to play at the moment shown; null where a hint would be unfair. */
export function hintedSeat(state: TableState | null, moment: Moment | null, live: boolean, local = false): number | null {
  if (!state) return null
  const mover = live ? state.to_move : (moment?.to_move ?? null)
  if (mover === null || state.status === 'waiting') return null
  if (state.status === 'over' || local) return mover
  const fair = state.seats.every((seat) => seat.kind === 'bot' || state.yours.includes(seat.seat))
  const alone = state.seats.filter((seat) => seat.kind !== 'bot').length === 1
  return fair && alone && state.yours.includes(mover) && state.seats[mover]?.kind !== 'bot' ? mover : null
}

export function shownCandidate(shownHint: ShownHint | null): HintCandidate | null {
  return shownHint?.hint.candidates[shownHint.candidate] ?? null
}

/** The shownHint once the game has gone on: a step further if it was followed, else none. */
export function followed(shownHint: ShownHint | null, actions: LogEntry[]): ShownHint | null {
  if (!shownHint || actions.length < shownHint.hint.actions) return null
  const turn = shownCandidate(shownHint)?.turn ?? []
  const since = actions.slice(shownHint.hint.actions)
  const fits = since.length < turn.length && since.every((entry, i) => entry.text === turn[i]?.text)
  if (!fits) return null
  return since.length === shownHint.done ? shownHint : { ...shownHint, done: since.length }
}

/** A chance in per cent that never claims to be certain. */
export function percent(chance: number): number {
  return Math.min(99, Math.max(1, Math.round(100 * chance)))
}
