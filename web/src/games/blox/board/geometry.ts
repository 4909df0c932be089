/** Where things of BLOX stand on the screen: X = 70 x, Y = 62 y - 11 z in the raised view. */

import { SIZE, squareAt } from './position'

export const WIDE = 70
export const RAISED_DEEP = 62
export const FLAT_DEEP = 70
export const BAND = 11
export const TOP = 29 // depth of a tower's top face
export const TOWER = 50 // width of a tower
export const EDGE = 2 // of a tower, all around
export const NUMERAL = 12.75 // radius of the height on its top face
export const EMBLEM = 15.6 // radius of a target
export const FOOT = 6 // from the front edge of the square to the tower's foot

export interface Spot {
  column: number // 0 = left of the screen
  row: number // 0 = top of the screen
}

export interface Point {
  x: number
  y: number
}

/** Return where a square is drawn after so many quarter turns clockwise. */
export function spot(file: number, rank: number, turn: number): Spot {
  let column = file
  let row = SIZE - 1 - rank
  for (let n = 0; n < ((turn % 4) + 4) % 4; n += 1) {
    ;[column, row] = [SIZE - 1 - row, column]
  }
  return { column, row }
}

/** Return file and rank of the square drawn at a spot. */
export function squareOf({ column, row }: Spot, turn: number): { file: number; rank: number } {
  let x = column
  let y = row
  for (let n = 0; n < ((turn % 4) + 4) % 4; n += 1) {
    ;[x, y] = [y, SIZE - 1 - x]
  }
  return { file: x, rank: SIZE - 1 - y }
}

/** Return the middle of a square on the ground. */
export function middle(square: string, turn: number, deep: number): Point {
  const { file, rank } = squareAt(square)
  const { column, row } = spot(file, rank, turn)
  return { x: column * WIDE + WIDE / 2, y: row * deep + deep / 2 }
}

/** Return the upper edge of the top face of a tower, measured from the top of its square. */
export function towerTop(height: number): number {
  return RAISED_DEEP - FOOT - BAND * height - TOP
}

/** Tell whether a tower so high reaches into the square behind it. */
export function hidesBehind(height: number): boolean {
  return towerTop(height) < 0
}

/** Return how far down a square is seen when a tower so high stands before it. */
export function clearOf(front: number): number {
  return Math.min(RAISED_DEEP, RAISED_DEEP + towerTop(front) - EDGE)
}

/** Return where the middle of a sign stands, so that a tower in front leaves it whole. */
export function signAt(usual: number, radius: number, clear: number): number {
  return Math.min(usual, clear - radius - 1)
}

/** One end of a row or column: `W5`, `Nc`, with where its arrow stands and which way it points. */
export interface Entry {
  name: string
  at: Point
  angle: number // degrees, 0 = to the right
}

const INWARD: Record<string, readonly [number, number]> = {
  N: [0, -1],
  S: [0, 1],
  W: [1, 0],
  E: [-1, 0],
}

/** Return the 36 entries around the board as they lie on the screen. */
export function entries(turn: number, deep: number, gap: number): Entry[] {
  const found: Entry[] = []
  for (let n = 0; n < SIZE; n += 1) {
    const file = 'abcdefghi'.charAt(n)
    found.push(entry(`N${file}`, n, SIZE - 1, turn, deep, gap))
    found.push(entry(`S${file}`, n, 0, turn, deep, gap))
    found.push(entry(`W${n + 1}`, 0, n, turn, deep, gap))
    found.push(entry(`E${n + 1}`, SIZE - 1, n, turn, deep, gap))
  }
  return found
}

function entry(name: string, file: number, rank: number, turn: number, deep: number, gap: number): Entry {
  const [dx, dy] = INWARD[name.charAt(0)] ?? [0, 0]
  const edge = spot(file, rank, turn)
  const next = spot(file + dx, rank + dy, turn)
  const column = next.column - edge.column
  const row = next.row - edge.row
  const at = {
    x: edge.column * WIDE + WIDE / 2 - column * (WIDE / 2 + gap),
    y: edge.row * deep + deep / 2 - row * (deep / 2 + gap),
  }
  return { name, at, angle: (Math.atan2(row, column) * 180) / Math.PI }
}

/** Return the end of a row or column that is nearest to a square. */
export function nearestEntry(square: string): string {
  const { file, rank } = squareAt(square)
  const ways: [number, string][] = [
    [file, `W${rank + 1}`],
    [SIZE - 1 - file, `E${rank + 1}`],
    [rank, `S${square.charAt(0)}`],
    [SIZE - 1 - rank, `N${square.charAt(0)}`],
  ]
  return ways.reduce((best, way) => (way[0] < best[0] ? way : best))[1]
}

/** Return the ends of the lines of sight from a square: the farthest target in each direction. */
export function sightEnds(from: string, targets: string[]): string[] {
  const start = squareAt(from)
  const farthest = new Map<string, { square: string; steps: number }>()
  for (const square of targets) {
    const { file, rank } = squareAt(square)
    const [dx, dy] = [file - start.file, rank - start.rank]
    if ((dx === 0) === (dy === 0)) continue
    const way = `${Math.sign(dx)},${Math.sign(dy)}`
    const steps = Math.abs(dx + dy)
    if (steps > (farthest.get(way)?.steps ?? 0)) farthest.set(way, { square, steps })
  }
  return [...farthest.values()].map(({ square }) => square)
}
