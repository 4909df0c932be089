// What one has tried and solved, and one's rating by title; kept on this device.
import type { PuzzleInfo } from '../protocol'
import { change, FIRST } from './rating'

export interface Tried {
  first: boolean // solved at the first try: what counts for the rating
  solved: boolean // at any try
  change: number
  themes: string[]
}

export interface Own {
  rating: number
  ratings: number[] // as they were, the oldest first
  tried: Record<string, Tried>
  days: Record<string, boolean> // puzzles of the day: solved, or only tried
}

const KEY = 'tourelle.puzzles'
const MOST = 40 // ratings that are kept

function stored(): Record<string, Own> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Own>
  } catch {
    return {}
  }
}

const kept = $state<Record<string, Own>>(typeof localStorage === 'undefined' ? {} : stored())

export function ownOf(title: string): Own {
  return kept[title] ?? { rating: FIRST, ratings: [FIRST], tried: {}, days: {} }
}

/** A puzzle was solved, missed or given up. The first time changes the rating, no other does. */
export function settle(title: string, puzzle: PuzzleInfo, solved: boolean, themes: string[], day: string | null): void {
  const own = ownOf(title)
  const known = own.tried[puzzle.id]
  const by = known ? 0 : change(own.rating, puzzle.rating, solved, Object.keys(own.tried).length)
  const now: Tried = known
    ? { ...known, solved: known.solved || solved, themes: themes.length > 0 ? themes : known.themes }
    : { first: solved, solved, change: by, themes }
  const rating = own.rating + by
  kept[title] = {
    rating,
    ratings: known ? own.ratings : [...own.ratings, rating].slice(-MOST),
    tried: { ...own.tried, [puzzle.id]: now },
    days: day ? { ...own.days, [day]: (own.days[day] ?? false) || solved } : own.days,
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // A browser that keeps nothing still has puzzles.
  }
}
