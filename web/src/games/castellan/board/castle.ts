/** A castle as its document writes it, read for drawing: points, walls, faces. What may be placed and what it scores is told. */

export type PieceKind = 'tower' | 'short' | 'long'

export interface Piece {
  text: string
  kind: PieceKind
  x: number
  y: number
  heading: 'E' | 'N' | null // null: a tower
}

export interface Courtyard {
  cell: string
  seat: number
  double: boolean | null // null: asked about now
}

export interface Hand {
  W: string[]
  T: string[]
}

/** The keys of the document that the browser draws. */
export interface CastellanView {
  stage: 'play' | 'build' | 'keep' | 'stays' | 'draw' | 'over'
  pieces: string[]
  courtyards: Courtyard[]
  pieces_in_hand: { T: number; L: number; S: number }
  hands: Hand[]
  decks: Hand[]
  double_used: boolean[]
  extra: number
  ending: number | null
  to_move: number | null
  options?: Record<string, unknown>
  facts: {
    courtyards: Enclosed[]
    corners: string[] // where walls meet without a tower
    next: number // the seat that plays next
  }
}

/** What walls enclose, as the server tells it: all cells of a courtyard, and the towers that it counts. */
export interface Enclosed {
  cell: string
  cells: string[]
  towers: number
}

const LENGTHS: Record<PieceKind, number> = { tower: 0, short: 1, long: 2 }
const PIECE = /^(tower|short|long) (-?\d+),(-?\d+)(?: ([EN]))?$/

/** Return the piece that a text names, or null where it names none. */
export function readPiece(text: string): Piece | null {
  const match = PIECE.exec(text)
  if (!match) return null
  const heading = match[4] === 'E' || match[4] === 'N' ? match[4] : null
  return { text, kind: match[1] as PieceKind, x: Number(match[2]), y: Number(match[3]), heading }
}

/** Return all cells of a courtyard and the towers that it counts. */
export function enclosed({ facts }: Pick<CastellanView, 'facts'>, cell: string): Enclosed {
  return facts.courtyards.find((known) => known.cell === cell) ?? { cell, cells: [cell], towers: 0 }
}

/** Return all pieces that texts name. */
export function readPieces(texts: string[]): Piece[] {
  return texts.map(readPiece).filter((piece) => piece !== null)
}

/** Return the other end of a wall; a tower's own point. */
export function farEnd(piece: Piece): { x: number; y: number } {
  const length = LENGTHS[piece.kind]
  return {
    x: piece.x + (piece.heading === 'E' ? length : 0),
    y: piece.y + (piece.heading === 'N' ? length : 0),
  }
}

/** Return the name of a point or cell. */
export function pointName(x: number, y: number): string {
  return `${x},${y}`
}

/** Return the coordinates of a point or cell by its name. */
export function readPoint(name: string): { x: number; y: number } {
  const [x = 0, y = 0] = name.split(',').map(Number)
  return { x, y }
}

/** Return the points with a tower. */
export function towerPoints(pieces: Piece[]): Set<string> {
  return new Set(pieces.filter((p) => p.kind === 'tower').map((p) => pointName(p.x, p.y)))
}

/** Return the towerless ends of walls. */
export function openEnds(pieces: Piece[]): string[] {
  const towers = towerPoints(pieces)
  const ends = new Set<string>()
  for (const piece of pieces) {
    if (piece.kind === 'tower') continue
    const far = farEnd(piece)
    ends.add(pointName(piece.x, piece.y))
    ends.add(pointName(far.x, far.y))
  }
  return [...ends].filter((end) => !towers.has(end))
}

/** A rectangle of points; y grows to the north. */
export interface Box {
  left: number
  right: number
  bottom: number
  top: number
}

/** Return the smallest rectangle of points with all pieces; around 0,0 where there is none. */
export function bounds(pieces: Piece[]): Box {
  const box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity }
  for (const piece of pieces) {
    const far = farEnd(piece)
    box.left = Math.min(box.left, piece.x)
    box.right = Math.max(box.right, far.x)
    box.bottom = Math.min(box.bottom, piece.y)
    box.top = Math.max(box.top, far.y)
  }
  return pieces.length > 0 ? box : { left: 0, right: 0, bottom: 0, top: 0 }
}

/** Where a keep and its sign stand in a courtyard: in cells, from the keep's cell. */
export interface KeepSpot {
  x: number // of the middle, in points
  y: number
  shape: 'wide' | 'tall' | 'small' // the sign beside it, below it, or both small
}

/** Return the roomiest spot for a keep near the middle of its face, away from towers inside it. */
export function keepSpot(cells: string[], edges: Set<string>, towers: Set<string>): KeepSpot {
  const inside = new Set(cells)
  const points = cells.map(readPoint)
  const midX = points.reduce((sum, p) => sum + p.x + 0.5, 0) / Math.max(1, points.length)
  const midY = points.reduce((sum, p) => sum + p.y + 0.5, 0) / Math.max(1, points.length)
  const spots: KeepSpot[] = []
  for (const { x, y } of points) {
    const east = inside.has(pointName(x + 1, y)) && !edges.has(`${x + 1},${y} N`)
    const north = inside.has(pointName(x, y + 1)) && !edges.has(`${x},${y + 1} E`)
    if (east) spots.push({ x: x + 1, y: y + 0.5, shape: 'wide' })
    if (north) spots.push({ x: x + 0.5, y: y + 1, shape: 'tall' })
    const beyond = !edges.has(`${x + 1},${y + 1} E`) && !edges.has(`${x + 1},${y + 1} N`)
    if (east && north && beyond && inside.has(pointName(x + 1, y + 1))) spots.push({ x: x + 1, y: y + 1, shape: 'wide' })
  }
  const [first] = points
  if (spots.length === 0) return { x: (first?.x ?? 0) + 0.5, y: (first?.y ?? 0) + 0.5, shape: 'small' }
  const crowd = (s: KeepSpot): number => [...towers].map(readPoint).filter((p) => Math.hypot(p.x - s.x, p.y - s.y) < 0.7).length
  const cost = (s: KeepSpot): number => Math.hypot(s.x - midX, s.y - midY) + 0.6 * crowd(s) + (s.shape === 'tall' ? 0.01 : 0)
  return spots.reduce((best, s) => (cost(s) < cost(best) ? s : best))
}

/** Return the unit edges of all walls, bare ends or not. */
export function wallEdges(pieces: Piece[]): Set<string> {
  const edges = new Set<string>()
  for (const piece of pieces) {
    for (let n = 0; n < LENGTHS[piece.kind]; n += 1) {
      edges.add(piece.heading === 'E' ? `${piece.x + n},${piece.y} E` : `${piece.x},${piece.y + n} N`)
    }
  }
  return edges
}

/** Return the pieces placed last whose points are all among those named: one turn's work. */
export function lately(pieces: Piece[], points: readonly string[]): Set<string> {
  const named = new Set(points)
  const found = new Set<string>()
  for (const piece of [...pieces].reverse()) {
    const far = farEnd(piece)
    if (!named.has(pointName(piece.x, piece.y)) || !named.has(pointName(far.x, far.y))) break
    found.add(piece.text)
  }
  return found
}
