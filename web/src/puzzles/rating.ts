// Which puzzle comes, and what it does to one's rating. Nothing here is kept.
import type { PuzzleInfo } from '../protocol'

export const FIRST = 1200
const NEW = 10 // puzzles during which a rating is still sought

/** What a puzzle changes, by Elo: more at the beginning. */
export function change(own: number, puzzle: number, solved: boolean, before: number): number {
  const expected = 1 / (1 + 10 ** ((puzzle - own) / 400))
  return Math.round((before < NEW ? 48 : 24) * ((solved ? 1 : 0) - expected))
}

/** A day as it is kept, by the clock of the device. */
export function dayOf(date: Date): string {
  const two = (number: number): string => String(number).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** A number for a text: the same everywhere (FNV-1a). */
function hashed(text: string): number {
  let hash = 2166136261
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619)
  return hash >>> 0
}

/** The puzzle of a day: the same for everybody. */
export function daily(puzzles: PuzzleInfo[], title: string, day: string): PuzzleInfo | null {
  const order = [...puzzles].sort(
    (one, other) => hashed(`${title} ${one.id}`) - hashed(`${title} ${other.id}`) || (one.id < other.id ? -1 : 1),
  )
  const number = Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000)
  return order[number % order.length] ?? null
}

/** The puzzle nearest to one's rating among those not tried; then those not solved, then any but the last. */
export function nearest(
  puzzles: PuzzleInfo[],
  own: number,
  tried: (id: string) => boolean,
  solved: (id: string) => boolean,
  last: string | null,
): PuzzleInfo | null {
  const others = puzzles.length > 1 ? puzzles.filter(({ id }) => id !== last) : puzzles
  const left = [others.filter(({ id }) => !tried(id)), others.filter(({ id }) => !solved(id)), others].find((some) => some.length > 0) ?? []
  const away = ({ rating }: PuzzleInfo): number => Math.abs(rating - own)
  return [...left].sort((one, other) => away(one) - away(other) || (one.id < other.id ? -1 : 1))[0] ?? null
}

/** The seven days of the week that a day lies in, Monday first. */
export function weekOf(date: Date): Date[] {
  const monday = date.getDate() - ((date.getDay() + 6) % 7)
  return Array.from({ length: 7 }, (_, i) => new Date(date.getFullYear(), date.getMonth(), monday + i))
}
