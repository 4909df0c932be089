// The faces of the cards: the engine's own deck files, read when the page is built.
import type { CastellanView } from './castle'

export interface Face {
  card: string
  copies: number
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

interface DeckFile {
  deck: string
  cards: Face[]
}

const files = import.meta.glob<DeckFile>('../../../../../src/tourelle/games/castellan/decks/*.json', {
  import: 'default',
  eager: true,
})
const DECKS = new Map(Object.values(files).map(({ deck, cards }) => [deck, cards]))
const DEFAULT = 'reconstruction'

/** Return the faces of the deck a table plays with, by name. */
export function facesOf(view: CastellanView): Map<string, Face> {
  const name = String(view.options?.['deck'] ?? DEFAULT)
  return new Map((DECKS.get(name) ?? DECKS.get(DEFAULT) ?? []).map((face) => [face.card, face]))
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

/** Return what the box still holds: all that the cards bring, less what stands and lies in hand. */
export function boxOf(view: CastellanView, faces: Map<string, Face>): Pieces {
  const all = [...faces.values()].flatMap((face) => Array.from({ length: face.copies }, () => face.card))
  const seat = piecesOf(all, faces)
  const seats = view.hands.length
  const standing = (kind: string): number => view.pieces.filter((piece) => piece.startsWith(kind)).length
  return {
    towers: Math.max(0, seat.towers * seats - standing('tower') - view.pieces_in_hand.T),
    long: Math.max(0, seat.long * seats - standing('long') - view.pieces_in_hand.L),
    short: Math.max(0, seat.short * seats - standing('short') - view.pieces_in_hand.S),
  }
}

/** Return the notation that plays cards: wall cards first, each by number. */
export function playText(cards: string[]): string {
  const order = (card: string): string => `${card.startsWith('W') ? 0 : 1}${card}`
  return ['play', ...[...cards].sort((a, b) => order(a).localeCompare(order(b)))].join(' ')
}
