// The castle as a grid of points, for the text view: every cell a point, with what meets there in words.
import type { Say } from '../../../i18n.svelte'
import type { TableState } from '../../../protocol'
import type { Document, Lit, Place } from '../../types'
import {
  bounds,
  enclosed,
  farEnd,
  openEnds,
  pointName,
  readPiece,
  readPieces,
  readPoint,
  towerPoints,
  type CastellanView,
  type Courtyard,
  type Piece,
} from './castle'
import { courtyardWords } from './words'

type Direction = 'E' | 'N' | 'W' | 'S'

/** How far from a castle a piece may reach: a long wall on top of one that ends at its edge. */
const MARGIN = 2
const ARROWS: Record<Direction, [string, string]> = { N: ['↑', '⇑'], E: ['→', '⇒'], S: ['↓', '⇓'], W: ['←', '⇐'] }
const ORDER: Direction[] = ['N', 'E', 'S', 'W']

function viewOf(document: Document): CastellanView {
  return document as unknown as CastellanView
}

/** A wall as seen from one of its ends. */
interface Arm {
  direction: Direction
  piece: Piece
}

function armOf(piece: Piece, place: Place): Arm | null {
  if (piece.heading === null) return null
  const far = farEnd(piece)
  if (pointName(piece.x, piece.y) === place) return { direction: piece.heading, piece }
  if (pointName(far.x, far.y) === place) return { direction: piece.heading === 'E' ? 'W' : 'S', piece }
  return null
}

function armsAt(pieces: Piece[], place: Place): Arm[] {
  return pieces
    .map((piece) => armOf(piece, place))
    .filter((arm) => arm !== null)
    .sort((a, b) => ORDER.indexOf(a.direction) - ORDER.indexOf(b.direction))
}

/** The long wall whose middle lies here. */
function passing(pieces: Piece[], place: Place): Piece | undefined {
  const { x, y } = readPoint(place)
  return pieces.find(
    (piece) => piece.kind === 'long' && (piece.heading === 'E' ? piece.x + 1 === x && piece.y === y : piece.x === x && piece.y + 1 === y),
  )
}

/** The courtyard that the square north-east of a point belongs to. */
function yardAt(view: CastellanView, place: Place): Courtyard | undefined {
  return view.courtyards.find(({ cell }) => enclosed(view, cell).cells.includes(place))
}

/** Every point of the castle and those around it that a piece may reach. */
export function rows(document: Document): Place[][] {
  const box = bounds(readPieces(viewOf(document).pieces))
  const width = box.right - box.left + 1 + 2 * MARGIN
  const height = box.top - box.bottom + 1 + 2 * MARGIN
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => pointName(box.left - MARGIN + column, box.top + MARGIN - row)),
  )
}

/** O a tower, + an open end; an arrow for every wall, double where it is long; a letter for a courtyard. */
export function cell(document: Document, place: Place): string {
  const view = viewOf(document)
  const pieces = readPieces(view.pieces)
  const through = passing(pieces, place)
  const point = towerPoints(pieces).has(place)
    ? 'O'
    : openEnds(pieces).includes(place)
      ? '+'
      : through
        ? through.heading === 'E'
          ? '═'
          : '║'
        : '·'
  const arms = armsAt(pieces, place).map(({ direction, piece }) => ARROWS[direction][piece.kind === 'long' ? 1 : 0])
  const yard = yardAt(view, place)
  return `${point}${arms.join('')}${yard ? ` ${'ABCD'.charAt(yard.seat)}` : ''}`
}

/** What meets at a point: "2,1, tower, short wall to the north; north-east of it courtyard of A Ana, 4 towers". */
export function describe(document: Document, place: Place, state: TableState, say: Say): string {
  const view = viewOf(document)
  const pieces = readPieces(view.pieces)
  const through = passing(pieces, place)
  const parts = [place]
  if (towerPoints(pieces).has(place)) parts.push(say('web-castellan:point.tower'))
  else if (openEnds(pieces).includes(place)) parts.push(say('web-castellan:point.open'))
  else if (!through) parts.push(say('web-castellan:point.free'))
  if (through) parts.push(say(`web-castellan:point.middle.${through.heading ?? 'E'}`))
  for (const arm of armsAt(pieces, place)) parts.push(armWords(arm, say))
  const yard = yardAt(view, place)
  if (yard) {
    const { towers } = enclosed(view, yard.cell)
    const courtyard = courtyardWords(yard.cell, state.seats[yard.seat], towers, yard.double, say)
    parts.push(say('web-castellan:point.beside', { courtyard }))
  }
  return parts.join(', ')
}

function armWords({ direction, piece }: Arm, say: Say): string {
  return say(`web-castellan:point.${piece.kind}.${direction}`)
}

/** The lit places that meet at a point, in the order of the compass. */
export function spots(place: Place, lit: ReadonlyMap<Place, Lit>): Place[] {
  const arms: Arm[] = []
  const found: Place[] = []
  for (const name of lit.keys()) {
    const piece = readPiece(name)
    if (!piece ? name === place : piece.kind === 'tower' && pointName(piece.x, piece.y) === place) found.push(name)
    const arm = piece ? armOf(piece, place) : null
    if (arm) arms.push(arm)
  }
  arms.sort((a, b) => ORDER.indexOf(a.direction) - ORDER.indexOf(b.direction))
  return [...found, ...arms.map(({ piece }) => piece.text)]
}

/** What a lit place would be, seen from a point: "short wall to the north". */
export function offer(place: Place, spot: Place, say: Say): string {
  const piece = readPiece(spot)
  if (!piece) return say('web-castellan:point.keep')
  const arm = armOf(piece, place)
  return arm ? armWords(arm, say) : say('web-castellan:point.tower')
}
