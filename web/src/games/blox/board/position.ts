/** A position of BLOX as its document writes it, read for drawing. */

export type Colour = 'b' | 'g' | 'w' | 'p'

export const COLOURS: readonly Colour[] = ['b', 'g', 'w', 'p']
export const SIZE = 9

/** One square: its colour, and the tower or figure on it. */
export interface Cell {
  square: string
  file: number // 0 = a
  rank: number // 0 = rank 1
  colour: Colour
  blocks: Colour[] // from the ground up
  figure: number | 'n' | null // a seat, or neutral
}

/** The keys of the document that the browser draws. */
export interface BloxView {
  board: string | string[]
  phase: number
  points: number[]
  blocks: string[]
  hands: string[]
  jokers: boolean[]
  to_move: number | null
  round: number
  discard: string
  draw: string
  options?: Record<string, unknown>
  facts: BloxFacts
}

/** What the rules say of a position. */
export interface BloxFacts {
  towers: number[] // how many stand, from height 1 on
  phases: Phase[]
  reserve: number[] // figures of every seat that are not on the board
  most_blocks: number
  fewest_hit: number // cards
}

/** How high towers a phase lets destroy and build, and how many hold it back. */
export interface Phase {
  destroy: number
  build: number
  towers: number
}

/** Return the name of a square. */
export function squareName(file: number, rank: number): string {
  return `${'abcdefghi'.charAt(file)}${rank + 1}`
}

/** Return file and rank of a square by its name. */
export function squareAt(name: string): { file: number; rank: number } {
  return { file: name.charCodeAt(0) - 97, rank: Number(name.slice(1)) - 1 }
}

/** Return the 81 cells of a diagram, rank 9 first, a to i. */
export function readBoard(board: string | string[]): Cell[] {
  const rows = typeof board === 'string' ? board.trim().split('\n') : board
  return rows.flatMap((row, index) =>
    row
      .trim()
      .split(/\s+/)
      .map((cell, file) => readCell(cell, file, SIZE - 1 - index)),
  )
}

function readCell(text: string, file: number, rank: number): Cell {
  const rest = text.slice(1)
  const figure = rest === 'n' ? 'n' : /^[0-3]$/.test(rest) ? Number(rest) : null
  const blocks = /^[BGWP]+$/.test(rest) ? [...rest.toLowerCase()].map(asColour) : []
  return { square: squareName(file, rank), file, rank, colour: asColour(text), blocks, figure }
}

/** Return the colour that a text begins with. */
export function asColour(text: string): Colour {
  return text.charAt(0) as Colour
}

/** Return the cells by the names of their squares. */
export function byName(cells: Cell[]): Map<string, Cell> {
  return new Map(cells.map((cell) => [cell.square, cell]))
}

/** Return how many figures of a seat stand on the board. */
export function standing(cells: Cell[], seat: number): number {
  return cells.filter((cell) => cell.figure === seat).length
}
