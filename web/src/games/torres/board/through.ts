// What stands behind towers: which towers cover it, how it is drawn through them, how it is reached. Pure geometry.
import { centre, leftWall, paintOrder, rightWall, silhouette, squareAt, top, turned, type Point } from './isometric'

const LETTER = 14 // how high above its square a figure's letter stands
const REACH = { lit: 11, other: 8 } // of a hidden thing's letter or shape

/** A figure or target of which later columns cover a part. */
export interface Hidden {
  square: number
  kind: 'figure' | 'target'
  covers: number[] // the columns before it, as they are painted
  disc: Point // the middle of its letter or shape, always drawn whole
}

/** A hit area; the one painted last is hit first. */
export interface Area {
  square: number
  kind: 'wall' | 'figure' | 'top' | 'through'
  corners: Point[]
}

function round(at: Point, rx: number, ry: number): Point[] {
  return Array.from({ length: 20 }, (_, i) => {
    const angle = (Math.PI * i) / 10
    return { x: at.x + rx * Math.cos(angle), y: at.y + ry * Math.sin(angle) }
  })
}

/** The body of a figure on a square, roughly. */
export function body(square: number, heights: number[], turn: number): Point[] {
  const mid = middle(square, heights, turn)
  return round({ x: mid.x, y: mid.y - 24 }, 15, 27)
}

function face(square: number, heights: number[], turn: number, inset: number): Point[] {
  const [x, y] = turned(square, turn)
  return top(x, y, heights[square] ?? 0, inset)
}

function middle(square: number, heights: number[], turn: number): Point {
  const [x, y] = turned(square, turn)
  return centre(x, y, heights[square] ?? 0)
}

/** Tell whether a point lies in a convex shape. */
export function inside(at: Point, corners: Point[]): boolean {
  let sign = 0
  return corners.every((a, i) => {
    const b = corners[(i + 1) % corners.length] ?? a
    const side = (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x)
    if (sign === 0) sign = Math.sign(side)
    return side === 0 || Math.sign(side) === sign
  })
}

/** Points all over a convex shape, its middle included. */
export function grains(corners: Point[], fine = 6): Point[] {
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [high, low] = [Math.min(...ys), Math.max(...ys)]
  const found: Point[] = []
  for (let i = 0; i <= fine; i++) {
    for (let j = 0; j <= fine; j++) {
      const at = { x: left + ((right - left) * i) / fine, y: high + ((low - high) * j) / fine }
      if (inside(at, corners)) found.push(at)
    }
  }
  return found
}

/** The columns painted after a square that cover some of a shape on it. */
function covering(square: number, shape: Point[], heights: number[], turn: number): number[] {
  const [x, y] = turned(square, turn)
  const grain = grains(shape)
  const found: number[] = []
  for (let dx = 0; x + dx < 8; dx++) {
    for (let dy = 0; y + dy < 8; dy++) {
      const other = squareAt(x + dx, y + dy, turn)
      const height = heights[other] ?? 0
      if (dx + dy === 0 || Math.abs(dx - dy) > 1 || height === 0) continue
      const column = silhouette(x + dx, y + dy, height)
      if (grain.some((at) => inside(at, column))) found.push(other)
    }
  }
  return found
}

/** Everything that towers cover, in the order of painting: figures, and the given targets. */
export function hiddenThings(heights: number[], figures: string[], targets: ReadonlySet<number>, turn: number): Hidden[] {
  const found: Hidden[] = []
  for (const square of paintOrder(turn)) {
    const mid = middle(square, heights, turn)
    if (targets.has(square)) {
      const covers = covering(square, face(square, heights, turn, 0.05), heights, turn)
      if (covers.length > 0) found.push({ square, kind: 'target', covers, disc: mid })
    }
    if (figures[square] !== '.') {
      const covers = covering(square, body(square, heights, turn), heights, turn)
      if (covers.length > 0) found.push({ square, kind: 'figure', covers, disc: { x: mid.x, y: mid.y - LETTER } })
    }
  }
  return found
}

/** The columns on whose top something falls on the very spot of a hidden thing: only glass shows both. */
export function onTheSpot(hidden: Hidden, heights: number[], figures: string[], turn: number): number[] {
  return hidden.covers.filter((cover) => {
    const at = middle(cover, heights, turn)
    const near = Math.hypot(at.x - hidden.disc.x, at.y - LETTER - hidden.disc.y) < 30
    return near && figures[cover] !== '.'
  })
}

/** All hit areas: walls, then tops and figures as they are painted, then what is seen through towers. */
export function hitAreas(heights: number[], figures: string[], hidden: Hidden[], lit: ReadonlySet<number>, turn: number): Area[] {
  const order = paintOrder(turn)
  const areas: Area[] = []
  for (const square of order) {
    const [x, y] = turned(square, turn)
    for (let z = 0; z < (heights[square] ?? 0); z++) {
      areas.push({ square, kind: 'wall', corners: leftWall(x, y, z) }, { square, kind: 'wall', corners: rightWall(x, y, z) })
    }
  }
  for (const square of order) {
    if (figures[square] !== '.') areas.push({ square, kind: 'figure', corners: body(square, heights, turn) })
    areas.push({ square, kind: 'top', corners: face(square, heights, turn, 0) })
  }
  for (const wanted of [false, true]) {
    for (const { square, disc } of hidden) {
      if (lit.has(square) !== wanted) continue
      const reach = wanted ? REACH.lit : REACH.other
      areas.push({ square, kind: 'through', corners: round(disc, reach, reach) })
    }
  }
  return areas
}

/** The square that is hit at a point; what is lit goes before a thing seen through a tower that isn't. */
export function hitAt(at: Point, areas: Area[], lit: ReadonlySet<number>): number {
  const under = areas.filter(({ corners }) => inside(at, corners)).reverse()
  const [first] = under
  if (first?.kind === 'through' && !lit.has(first.square)) return (under.find(({ square }) => lit.has(square)) ?? first).square
  return first?.square ?? -1
}
