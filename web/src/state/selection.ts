// Picking an action out of the legal ones: by kind, by places, by a filter of the tray. No rules.
import type { GameModule, Lit, Place } from '../games/types'
import type { Choice } from '../protocol'

export interface Selection {
  kind: string | null
  path: readonly Place[]
  narrow: ((choice: Choice) => boolean) | null
}

export const NOTHING: Selection = { kind: null, path: [], narrow: null }

export function isEmpty(selection: Selection): boolean {
  return selection.kind === null && selection.path.length === 0 && selection.narrow === null
}

type Rules = Pick<GameModule, 'places' | 'direct' | 'shape'>
type Document = Record<string, unknown>

/** Return the choices that the selection leaves. */
export function matching(choices: Choice[], selection: Selection, game: Rules, document: Document): Choice[] {
  return choices.filter((choice) => {
    if (selection.kind === null ? !game.direct(choice, document) : choice.kind !== selection.kind) return false
    if (selection.narrow && !selection.narrow(choice)) return false
    const places = game.places(choice)
    return selection.path.every((place, i) => places[i] === place)
  })
}

/** Return the places that can be picked next. */
export function litPlaces(choices: Choice[], selection: Selection, game: Rules, document: Document): Map<Place, Lit> {
  const lit = new Map<Place, Lit>()
  const depth = selection.path.length
  for (const choice of matching(choices, selection, game, document)) {
    const places = game.places(choice)
    const place = places[depth]
    if (place === undefined) continue
    const final = places.length === depth + 1
    const known = lit.get(place)
    if (known) {
      known.choices.push(choice)
      known.final &&= final
    } else {
      lit.set(place, { shape: final ? game.shape(choice, document) : 'figure', choices: [choice], final })
    }
  }
  return lit
}

/** What a click on a place means. */
export type Answer =
  | { does: 'submit'; choice: Choice }
  | { does: 'choose'; choices: Choice[] }
  | { does: 'select'; selection: Selection }
  | { does: 'refuse'; place: Place }

/** Decide what picking `place` does. */
export function pick(choices: Choice[], selection: Selection, place: Place, game: Rules, document: Document): Answer {
  const lit = litPlaces(choices, selection, game, document).get(place)
  if (lit) return picked(lit, selection, place, game)
  const depth = selection.path.length
  if (depth > 0 && selection.path[depth - 1] === place) {
    return { does: 'select', selection: { ...selection, path: selection.path.slice(0, -1) } }
  }
  // Another figure that could be chosen in place of the one selected.
  const fresh: Selection = { ...selection, path: [] }
  const other = depth > 0 ? litPlaces(choices, fresh, game, document).get(place) : undefined
  if (other && other.choices.some((choice) => game.places(choice).length > 1)) {
    return { does: 'select', selection: { ...fresh, path: [place] } }
  }
  return { does: 'refuse', place }
}

function picked(lit: Lit, selection: Selection, place: Place, game: Rules): Answer {
  const path = [...selection.path, place]
  const longer = lit.choices.filter((choice) => game.places(choice).length > path.length)
  if (longer.length === lit.choices.length) return { does: 'select', selection: { ...selection, path } }
  const [only] = lit.choices
  if (lit.choices.length === 1 && only) return { does: 'submit', choice: only }
  return { does: 'choose', choices: lit.choices }
}

/** Return the choices of a kind that need no place. */
export function placeless(choices: Choice[], kind: string, game: Rules): Choice[] {
  return choices.filter((choice) => choice.kind === kind && game.places(choice).length === 0)
}
