/** Where a castle stands on the screen: points 98 apart, y to the north. */

import { bounds, farEnd, pointName, readPoint, type Piece } from './castle'

export const STEP = 98
export const WALL_HIGH = 17
export const TOWER_HIGH = 30

export interface Frame {
  x: number
  y: number
  width: number
  height: number
}

/** Return the point of the screen under a point of the castle. */
export function place(x: number, y: number): { x: number; y: number } {
  return { x: x * STEP, y: -y * STEP }
}

/** Return the part of the ground that shows all pieces and places, with air around them. */
export function wholeCastle(pieces: Piece[], air = 1): Frame {
  const box = bounds(pieces)
  const { x, y } = place(box.left - air, box.top + air)
  return {
    x,
    y: y - TOWER_HIGH,
    width: (box.right - box.left + 2 * air) * STEP,
    height: (box.top - box.bottom + 2 * air) * STEP + TOWER_HIGH,
  }
}

/** Return the smallest frame around two. */
export function around(a: Frame, b: Frame): Frame {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  }
}

/** Return a frame at least so large, around the same middle. */
export function atLeast(frame: Frame, width: number, height: number): Frame {
  const wide = Math.max(frame.width, width)
  const high = Math.max(frame.height, height)
  return { x: frame.x - (wide - frame.width) / 2, y: frame.y - (high - frame.height) / 2, width: wide, height: high }
}

/** Tell whether a frame lies within another. */
export function within(inner: Frame, outer: Frame): boolean {
  const whole = around(inner, outer)
  return whole.width <= outer.width + 1 && whole.height <= outer.height + 1
}

/** Return a frame of the given shape (width over height) that holds another, around its middle. */
export function fitted(frame: Frame, shape: number): Frame {
  const width = Math.max(frame.width, frame.height * shape)
  const height = width / shape
  return {
    x: frame.x - (width - frame.width) / 2,
    y: frame.y - (height - frame.height) / 2,
    width,
    height,
  }
}

/** Return a frame zoomed by a factor (over 1: closer) around a point that stays where it is. */
export function zoomed(frame: Frame, factor: number, at: { x: number; y: number }): Frame {
  const by = 1 / factor
  return {
    x: at.x - (at.x - frame.x) * by,
    y: at.y - (at.y - frame.y) * by,
    width: frame.width * by,
    height: frame.height * by,
  }
}

/** Return where the handle of a lit place stands: for long walls past the middle, seen from the
 * tower that carries them, so that no two handles of walls that cross or overlap meet. */
export function handle(piece: Piece, towers: Set<string>): { x: number; y: number } {
  if (piece.heading === null) return place(piece.x, piece.y)
  const far = farEnd(piece)
  const share = piece.kind === 'short' ? 0.5 : 0.65
  const [from, to] = towers.has(pointName(piece.x, piece.y)) ? [{ x: piece.x, y: piece.y }, far] : [far, { x: piece.x, y: piece.y }]
  return place(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share)
}

/** Return the index of the handle nearest in the direction of an arrow key, or `from` itself. */
export function nextInDirection(handles: { x: number; y: number }[], from: number, way: { x: number; y: number }): number {
  const start = handles[from]
  if (!start) return handles.length > 0 ? 0 : -1
  let best = from
  let least = Infinity
  handles.forEach((handle_, index) => {
    const ahead = (handle_.x - start.x) * way.x + (handle_.y - start.y) * way.y
    const aside = Math.abs((handle_.x - start.x) * way.y + (handle_.y - start.y) * way.x)
    if (index === from || ahead < 1 || aside > ahead * 2.5) return
    const cost = ahead + 1.5 * aside
    if (cost < least) [best, least] = [index, cost]
  })
  return best
}

/** Return how far to the south a piece is painted: the north first, in a row walls to the east, then
 * towers, then walls that come down from it to the south. */
export function depth(piece: Piece): number {
  if (piece.heading === 'N') return -farEnd(piece).y + 0.03
  return -piece.y + (piece.kind === 'tower' ? 0.02 : 0)
}

/** Return cells as one path to be filled. */
export function cellsPath(cells: string[]): string {
  return cells
    .map((cell) => {
      const at = place(readPoint(cell).x, readPoint(cell).y + 1)
      return `M${at.x - 0.5} ${at.y - 0.5}h${STEP + 1}v${STEP + 1}h${-STEP - 1}z`
    })
    .join('')
}

/** Return the outline of cells as one path: the sides that no two of them share. */
export function contour(cells: string[]): string {
  const all = new Set(cells)
  return cells
    .flatMap((cell) => {
      const { x, y } = readPoint(cell)
      const [left, top] = [x * STEP, -(y + 1) * STEP]
      const sides: [string, string][] = [
        [pointName(x, y + 1), `M${left} ${top}h${STEP}`],
        [pointName(x, y - 1), `M${left} ${top + STEP}h${STEP}`],
        [pointName(x - 1, y), `M${left} ${top}v${STEP}`],
        [pointName(x + 1, y), `M${left + STEP} ${top}v${STEP}`],
      ]
      return sides.filter(([beside]) => !all.has(beside)).map(([, path]) => path)
    })
    .join('')
}

/** Where walls meet without a tower they stay so far apart. */
export const GAP = 16

const ROUND = 24 // half a tower across
const AIR = 3

/** Return what a piece that stands covers on the screen; of a wall what no tower at its ends hides. */
export function outline(piece: Piece, towers: Set<string>, flat: boolean): Frame {
  const { x, y } = place(piece.x, piece.y)
  const far = farEnd(piece)
  const end = place(far.x, far.y)
  const free = (at: { x: number; y: number }, hidden: number, else_ = 0): number => (towers.has(pointName(at.x, at.y)) ? hidden : else_)
  const [left, right, top, bottom] =
    piece.heading === null
      ? [x - ROUND, x + ROUND, y - (flat ? ROUND : TOWER_HIGH + 20), y + (flat ? ROUND : 18)]
      : piece.heading === 'E'
        ? [x + free(piece, ROUND), end.x - free(far, ROUND), y - (flat ? 10 : 30), y + 10]
        : [x - 12, x + 12, end.y + free(far, flat ? ROUND : 18, -5), y - free(piece, flat ? ROUND : TOWER_HIGH + 20)]
  return { x: left - AIR, y: top - AIR, width: right - left + 2 * AIR, height: bottom - top + 2 * AIR }
}
