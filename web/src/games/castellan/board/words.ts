// Pieces and courtyards in words.
import type { Say } from '../../../i18n.svelte'
import type { Choice, SeatState } from '../../../protocol'
import { bounds, enclosed, farEnd, pointName, readPieces, readPoint, type CastellanView, type Piece } from './castle'

/** Return a piece and where it stands: "long wall from 0,0 to 2,0". */
export function pieceWords(piece: Piece, say: Say): string {
  const point = pointName(piece.x, piece.y)
  if (piece.kind === 'tower') return say('web-castellan:place.tower', { point })
  const far = farEnd(piece)
  return say(`web-castellan:place.${piece.kind}`, { start: point, end: pointName(far.x, far.y) })
}

/** Return a courtyard, whose it is and how many towers it counts. */
export function courtyardWords(cell: string, seat: SeatState | undefined, towers: number, double: boolean | null, say: Say): string {
  const name = seat ? `${seat.letter} ${seat.name}`.trim() : '?'
  const key = double === null ? 'asked' : double ? 'doubled' : 'courtyard'
  return say(`web-castellan:place.${key}`, { cell, seat: name, towers })
}

/** Courtyards by where they lie in the castle, for those who read no coordinates. */
export function courtyardNames(view: CastellanView, say: Say): Map<string, string> {
  const box = bounds(readPieces(view.pieces))
  const middle = (numbers: number[]): number => numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  const third = (at: number, from: number, to: number): number => Math.min(2, Math.floor((3 * (at + 0.5 - from)) / Math.max(1, to - from)))
  const names = new Map<string, string>()
  const seen = new Map<string, number>()
  for (const { cell } of view.courtyards) {
    const cells = enclosed(view, cell).cells.map(readPoint)
    const row = third(middle(cells.map(({ y }) => y)), box.bottom, box.top)
    const column = third(middle(cells.map(({ x }) => x)), box.left, box.right)
    const where = `${['s', '', 'n'][row] ?? ''}${['w', '', 'e'][column] ?? ''}` || 'middle'
    const count = (seen.get(where) ?? 0) + 1
    seen.set(where, count)
    names.set(cell, say(`web-castellan:where.${where}`) + (count > 1 ? ` ${count}` : ''))
  }
  return names
}

/** Return an answer about a new or a split courtyard with the points it brings: "Double keep: 10 points". */
export function answerWords(choice: Choice, view: CastellanView, say: Say): string {
  const asked = view.courtyards.filter(({ double }) => double === null)
  const plain = asked.reduce((sum, { cell }) => sum + enclosed(view, cell).towers, 0)
  const [cell] = choice.squares
  if (cell === undefined) return say('web-castellan:keep.plain', { points: plain, courtyards: asked.length })
  const points = plain + enclosed(view, cell).towers
  const where = courtyardNames(view, say).get(cell) ?? cell
  if (choice.kind === 'stays') return say('web-castellan:keep.stays', { where, points })
  return say(asked.length > 1 ? 'web-castellan:keep.double.where' : 'web-castellan:keep.double', { where, points })
}
