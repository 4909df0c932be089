// What waits to be chosen, and what an action moved.
import type { Moved, Place } from '../games/types'
import type { Choice, LogEntry } from '../protocol'

/** A choice that was looked at and waits for a second pick. */
export interface Pending {
  choices: Choice[]
  place: Place | null
  words: string | null // said in place of the choice's own sentence
}

/** Several actions fit: one is chosen by its sentence. */
export interface Chooser {
  choices: Choice[]
  place: Place | null
}

/** The figure or thing that an action moved, for motion. */
export function movedBy(entry: Pick<LogEntry, 'number' | 'squares'> | null): Moved | null {
  const to = entry?.squares.at(-1)
  if (!entry || to === undefined) return null
  return { number: entry.number, from: entry.squares.length > 1 ? (entry.squares[0] ?? null) : null, to }
}

/** How often each place occurs. */
export function counted(places: Place[]): Map<Place, number> {
  const found = new Map<Place, number>()
  for (const place of places) found.set(place, (found.get(place) ?? 0) + 1)
  return found
}
