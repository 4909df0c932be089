// The isometric drawing of a Torres board: pure geometry, ratios 100 : 50 : 31.

export const HALF = 50
export const QUARTER = 25
export const LEVEL = 31
export const INSET = 0.035

export interface Point {
  x: number
  y: number
}

/** Where a square stands on the turned board: x to the lower right, y to the lower left. */
export function turned(square: number, turn: number): [number, number] {
  // Unturned, the files run along the left front edge (a in front), the ranks along the right one.
  let x = 7 - (square % 8)
  let y = Math.floor(square / 8)
  for (let i = 0; i < ((turn % 4) + 4) % 4; i++) [x, y] = [7 - y, x]
  return [x, y]
}

/** The square at a spot of the turned board. */
export function squareAt(x: number, y: number, turn: number): number {
  for (let square = 0; square < 64; square++) {
    const [sx, sy] = turned(square, turn)
    if (sx === x && sy === y) return square
  }
  return -1
}

export function project(x: number, y: number, z: number): Point {
  return { x: (x - y) * HALF, y: (x + y) * QUARTER - z * LEVEL }
}

export function points(corners: Point[]): string {
  return corners.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** The centre of a top face. */
export function centre(x: number, y: number, z: number): Point {
  return project(x + 0.5, y + 0.5, z)
}

/** A top face, drawn in by `inset` of a square on every side. */
export function top(x: number, y: number, z: number, inset = INSET): Point[] {
  const a = inset
  const b = 1 - inset
  return [project(x + a, y + a, z), project(x + b, y + a, z), project(x + b, y + b, z), project(x + a, y + b, z)]
}

/** The left wall of the block between levels z and z + 1 (the one that looks to the lower left). */
export function leftWall(x: number, y: number, z: number): Point[] {
  const a = INSET
  const b = 1 - INSET
  return [project(x + a, y + b, z), project(x + b, y + b, z), project(x + b, y + b, z + 1), project(x + a, y + b, z + 1)]
}

export function rightWall(x: number, y: number, z: number): Point[] {
  const a = INSET
  const b = 1 - INSET
  return [project(x + b, y + b, z), project(x + b, y + a, z), project(x + b, y + a, z + 1), project(x + b, y + b, z + 1)]
}

const DOOR_WIDTH = 0.3
const DOOR_HEIGHT = 0.62

/** An arched door in one of the walls. */
export function door(x: number, y: number, z: number, side: 'left' | 'right'): Point[] {
  const at = (u: number, v: number): Point =>
    side === 'left' ? project(x + u, y + 1 - INSET, z + v) : project(x + 1 - INSET, y + 1 - u, z + v)
  const from = 0.5 - DOOR_WIDTH / 2
  const spring = DOOR_HEIGHT - 0.2
  const arch: Point[] = []
  for (let i = 0; i <= 10; i++) {
    const angle = Math.PI * (1 - i / 10)
    arch.push(at(0.5 + (DOOR_WIDTH / 2) * Math.cos(angle), spring + 0.2 * Math.sin(angle)))
  }
  return [at(from, 0), ...arch, at(1 - from, 0)]
}

/** The lighter course along the top of a block: a thin band on both walls. */
export function course(x: number, y: number, z: number, side: 'left' | 'right'): Point[] {
  const a = INSET
  const b = 1 - INSET
  const low = z + 0.9
  return side === 'left'
    ? [project(x + a, y + b, low), project(x + b, y + b, low), project(x + b, y + b, z + 1), project(x + a, y + b, z + 1)]
    : [project(x + b, y + b, low), project(x + b, y + a, low), project(x + b, y + a, z + 1), project(x + b, y + b, z + 1)]
}

/** The shadow that a neighbour on the left throws on a top face: 0.42 of a square a level. */
export function shadow(x: number, y: number, z: number, levels: number): Point[] {
  const a = z === 0 ? 0 : INSET
  const b = 1 - a
  const c = Math.min(b, 0.42 * levels)
  return [project(x + a, y + a, z), project(x + c, y + a, z), project(x + c, y + b, z), project(x + a, y + b, z)]
}

/** The darkening at the foot of a tower, on the ground before it. */
export function foot(x: number, y: number): Point[] {
  const a = INSET
  const b = 1 - INSET
  const p = [project(x + a, y + b, 0), project(x + b, y + b, 0), project(x + b, y + a, 0)]
  return [...p, ...p.toReversed().map((point) => ({ x: point.x, y: point.y + 5 }))]
}

/** The outline of a whole tower, for the dashed silhouette of a ghost. */
export function silhouette(x: number, y: number, height: number): Point[] {
  const [back, right, , left] = top(x, y, height) as [Point, Point, Point, Point]
  const [, baseRight, baseFront, baseLeft] = top(x, y, 0) as [Point, Point, Point, Point]
  return [back, right, baseRight, baseFront, baseLeft, left]
}

/** The order of painting: what stands behind comes first. */
export function paintOrder(turn: number): number[] {
  const all = Array.from({ length: 64 }, (_, square) => square)
  return all.sort((a, b) => {
    const [ax, ay] = turned(a, turn)
    const [bx, by] = turned(b, turn)
    return ax + ay - (bx + by) || ax - bx
  })
}

/** The squares straight in front of one whose towers reach above it: they are ghosted. */
export function inFront(square: number, heights: number[], turn: number): number[] {
  const [x, y] = turned(square, turn)
  const height = heights[square] ?? 0
  const found: number[] = []
  for (let k = 1; x + k < 8 && y + k < 8; k++) {
    const other = squareAt(x + k, y + k, turn)
    // A tower k steps in front hides what lies lower than its top by 50 k of the screen.
    if (((heights[other] ?? 0) - height) * LEVEL > 2 * QUARTER * (k - 1) + 4) found.push(other)
  }
  for (const [dx, dy] of [
    [1, 0],
    [0, 1],
  ] as const) {
    if (x + dx > 7 || y + dy > 7) continue
    const other = squareAt(x + dx, y + dy, turn)
    if ((heights[other] ?? 0) - height >= 2) found.push(other)
  }
  return found
}

/** The square whose top face lies nearest to a point, within `reach`; -1 for none. */
export function nearest(at: Point, heights: number[], turn: number, reach: number): number {
  let best = -1
  let least = reach
  for (let square = 0; square < 64; square++) {
    const [x, y] = turned(square, turn)
    const c = centre(x, y, heights[square] ?? 0)
    const distance = Math.hypot(at.x - c.x, (at.y - c.y) * 2)
    if (distance < least) {
      least = distance
      best = square
    }
  }
  return best
}
