// Why nothing can be taken back now: a sentence's key, or null where it can.
import type { LogEntry, TableState } from '../protocol'

export function undoBarred(state: TableState, actions: LogEntry[], live: boolean, covered: boolean): string | null {
  if (!live) return 'undo.no.past'
  if (covered) return 'undo.no.covered'
  if (state.undo_needs_consent && state.undo_asked !== null) return 'undo.no.asked'
  if (state.undo) return null
  const mine = actions.some(({ seat }) => seat !== null && state.yours.includes(seat))
  return mine ? 'undo.no.final' : 'undo.no.nothing'
}
