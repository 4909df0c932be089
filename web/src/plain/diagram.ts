// A diagram of characters read as a grid of cells: drawing, no rules.
import type { Place } from '../games/types'

export interface Diagram {
  rows: Place[][] // from the top; none where the text is no grid
  cells: ReadonlyMap<Place, string>
  files: string[]
  ranks: string[] // from the top
  below: string // what stands after an empty line
  text: string // all of it
}

/** What stands in a cell: figures by their seats, and the rest of its signs. */
export interface Cell {
  figures: number[]
  rest: string
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const SEATS = 'ABCD'
const EMPTY = /^[.·\-_]*$/

/** Read a diagram: rows of words, with or without their numbers and a last row of letters. */
export function readDiagram(text: string): Diagram {
  const lines = text.replace(/\s+$/, '').split('\n')
  const gap = lines.findIndex((line, i) => i > 0 && line.trim() === '')
  const words = (gap < 0 ? lines : lines.slice(0, gap)).map((line) => line.trim().split(/\s+/))
  const below = gap < 0 ? '' : lines.slice(gap).join('\n').replace(/^\n+/, '')
  const named = words.length > 1 && areFiles(words.at(-1) ?? []) ? words.pop() : undefined
  const numbers = numbersOf(words)
  const cells = numbers ? words.map((row) => row.slice(1)) : words
  const width = cells[0]?.length ?? 0
  const files = named ?? [...LETTERS.slice(0, width)]
  const whole = (cells.length > 1 || named) && width > 1 && width === files.length && cells.every((row) => row.length === width)
  if (!whole) return { rows: [], cells: new Map(), files: [], ranks: [], below: '', text }
  const ranks = numbers ?? cells.map((_, i) => String(cells.length - i))
  const rows = ranks.map((rank) => files.map((file) => file + rank))
  const found = new Map(rows.flatMap((row, i) => row.map((place, j) => [place, cells[i]?.[j] ?? ''] as const)))
  return { rows, cells: found, files, ranks, below, text }
}

/** Is this the row of letters below a board? */
function areFiles(row: string[]): boolean {
  return row.length > 1 && row.every((word, i) => word === LETTERS[i])
}

/** The numbers before the rows, where every row has one: up to 1, or from 1 on. */
function numbersOf(words: string[][]): string[] | null {
  const first = words.map((row) => row[0] ?? '')
  const count = first.length
  const falls = first.every((word, i) => word === String(count - i))
  const rises = first.every((word, i) => word === String(i + 1))
  return count > 1 && (falls || rises) && words.every((row) => row.length > 2) ? first : null
}

/** Take a cell apart; a capital letter of a seat is a figure of it. */
export function cellOf(text: string, seats: number): Cell {
  const letters = SEATS.slice(0, seats)
  const figures = [...text].filter((sign) => letters.includes(sign)).map((sign) => letters.indexOf(sign))
  const rest = [...text].filter((sign) => !letters.includes(sign)).join('')
  return { figures, rest: EMPTY.test(rest) ? '' : rest.replace(/\./g, '') }
}

/** Walk one cell over; at the edge stay. */
export function stepped(diagram: Diagram, place: Place | null, dx: number, dy: number): Place {
  const { rows } = diagram
  const row = rows.findIndex((places) => place !== null && places.includes(place))
  if (row < 0 || place === null) return rows.at(-1)?.[0] ?? ''
  const column = rows[row]?.indexOf(place) ?? 0
  const within = (at: number, most: number): number => Math.min(most, Math.max(0, at))
  return rows[within(row - dy, rows.length - 1)]?.[within(column + dx, diagram.files.length - 1)] ?? place
}
