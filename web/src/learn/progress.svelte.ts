// What one has learnt, met and beaten; kept on this device.
import { keptTables } from '../state/secrets'

export interface Progress {
  lessons: Record<string, Record<string, number>> // steps done, by title and lesson
  seen: Record<string, string[]> // hints of the first game, by title
  guided: string[] // tables with hints
  beaten: Record<string, number> // the highest level beaten, by title
  met: string[] // titles that were played
}

const KEY = 'tourelle.learning'
const EMPTY: Progress = { lessons: {}, seen: {}, guided: [], beaten: {}, met: [] }

function stored(): Partial<Progress> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Progress>
  } catch {
    return {}
  }
}

export const progress = $state<Progress>({ ...structuredClone(EMPTY), ...(typeof localStorage === 'undefined' ? {} : stored()) })

function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress))
  } catch {
    // A browser that keeps nothing still teaches.
  }
}

export function stepsDone(title: string, lesson: string): number {
  return progress.lessons[title]?.[lesson] ?? 0
}

/** A step was done: the first `steps` of the lesson are behind one. */
export function did(title: string, lesson: string, steps: number): void {
  const known = progress.lessons[title] ?? {}
  progress.lessons[title] = { ...known, [lesson]: Math.max(known[lesson] ?? 0, steps) }
  keep()
}

/** Has this title never been played here? */
export function isNew(title: string): boolean {
  return !progress.met.includes(title) && !keptTables().some(({ game }) => game === title)
}

export function meet(title: string, guided: string | null): void {
  if (!progress.met.includes(title)) progress.met.push(title)
  if (guided) progress.guided = [guided, ...progress.guided].slice(0, 20)
  keep()
}

export function beat(title: string, level: number): void {
  progress.beaten[title] = Math.max(progress.beaten[title] ?? 0, level)
  keep()
}

export function see(title: string, tip: string): void {
  progress.seen[title] = [...new Set([...(progress.seen[title] ?? []), tip])]
  keep()
}

/** Let every hint be given once more: those of a title, or all. */
export function unsee(title: string | null = null): void {
  progress.seen = title === null ? {} : { ...progress.seen, [title]: [] }
  keep()
}
