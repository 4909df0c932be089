// The faces of the cards and what the box holds, as the server tells them.
import type { Facts } from '../../types'

export interface Face {
  card: string
  towers: number
  long: number
  short: number
  extra: number
}

export interface Pieces {
  towers: number
  long: number
  short: number
}

/** Return the faces of the deck a table plays with, by name. */
export function facesOf(facts: Facts): Map<string, Face> {
  return new Map(((facts['faces'] as Face[] | undefined) ?? []).map((face) => [face.card, face]))
}

/** Return the pieces that cards bring; hidden ones bring none. */
export function piecesOf(cards: string[], faces: Map<string, Face>): Pieces & { extra: number } {
  const sum = { towers: 0, long: 0, short: 0, extra: 0 }
  for (const card of cards) {
    const face = faces.get(card)
    sum.towers += face?.towers ?? 0
    sum.long += face?.long ?? 0
    sum.short += face?.short ?? 0
    sum.extra += face?.extra ?? 0
  }
  return sum
}

/** Return what the box still holds. */
export function boxOf(facts: Facts): Pieces {
  return facts['box'] as Pieces
}

/** Return the notation that plays cards, in the order in which they lie in the hand. */
export function playText(cards: string[]): string {
  return ['play', ...cards].join(' ')
}
