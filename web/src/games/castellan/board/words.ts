// Pieces and courtyards in words.
import type { Say } from '../../../i18n.svelte'
import type { SeatState } from '../../../protocol'
import { farEnd, pointName, type Piece } from './castle'

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
