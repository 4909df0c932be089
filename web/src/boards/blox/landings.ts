// Where entering figures would land, while only ends of rows and columns are lit.
import type { Choice } from '../../protocol'
import type { Lit, Place } from '../types'

/** The choice that lands on a square, and the end it comes from. */
export interface Landing {
  entry: Place
  choice: Choice
}

const ENTRY = /^[NESW][a-i1-9]$/

/** Tell whether a place is an end of a row or column. */
export function isEntry(place: Place): boolean {
  return ENTRY.test(place)
}

/** Return the squares on which a figure can land; the ends that lead to one square are equal, so
 * the first will do. Nothing while figures can be picked too: the ends alone are lit then. */
export function landings(lit: ReadonlyMap<Place, Lit>): Map<Place, Landing> {
  const found = new Map<Place, Landing>()
  const places = [...lit.keys()]
  if (!places.every(isEntry)) return found
  for (const [entry, { choices }] of lit) {
    for (const choice of choices) {
      const square = choice.squares.at(-1)
      if (square === undefined) continue
      const known = found.get(square)
      if (!known || choice.text.length < known.choice.text.length) found.set(square, { entry, choice })
    }
  }
  return found
}
