// The story of a game as the page shows it: bars by turn and source, turning points in words. No rules.
import type { LogEntry, Story, StoryGain, StoryPoint } from '../protocol'

/** One piece of a bar: from where to where, in points, and which source. */
export interface Piece {
  source: number
  from: number
  to: number
}

/** The bar of a turn: what it added stands up, what it lost hangs down. */
export function pieces(gain: StoryGain): Piece[] {
  let up = 0
  let down = 0
  return gain.points.flatMap((points, source) => {
    if (points === 0) return []
    const from = points > 0 ? up : down
    if (points > 0) up += points
    else down += points
    return [{ source, from, to: from + points }]
  })
}

/** How far the bars of turns reach up and down at most; what stood already may reach further. */
export function reach(story: Story): { up: number; down: number } {
  const ends = story.gains.filter(({ turn }) => turn > 0).flatMap((gain) => pieces(gain).map(({ to }) => to))
  return { up: Math.max(1, ...ends), down: Math.min(0, ...ends) }
}

/** The places of a seat's bars: for each part of the game what stood already, then its turns. */
export interface Slot {
  part: number
  place: number // within the part; 0: what stood already
  gain: StoryGain | null
}

/** How many turns the seat with most has in each part. */
export function lengths(story: Story): number[] {
  const parts = Math.max(1, story.parts.length, ...story.gains.map(({ part }) => part + 1))
  const seats = new Set(story.gains.map(({ seat }) => seat))
  return Array.from({ length: parts }, (_, part) =>
    Math.max(
      1,
      ...[...seats].map((seat) => story.gains.filter((gain) => gain.seat === seat && gain.part === part && gain.turn > 0).length),
    ),
  )
}

/** The bars of a seat, each with its part and its place in it. */
export function slots(story: Story, seat: number): Slot[] {
  const counted = new Map<number, number>()
  return story.gains
    .filter((gain) => gain.seat === seat)
    .map((gain) => {
      const place = gain.turn === 0 ? 0 : (counted.get(gain.part) ?? 0) + 1
      if (gain.turn > 0) counted.set(gain.part, place)
      return { part: gain.part, place, gain }
    })
}

/** What was played in a turn, in a few words: the short ones where there are any. */
export function inWords(actions: LogEntry[], { first, last }: Pick<StoryPoint, 'first' | 'last'>): string {
  const turn = actions.slice(first, last)
  const brief = turn.map((entry) => entry.brief ?? '').filter(Boolean)
  return brief.length > 0 ? brief.join(', ') : turn.map(({ sentence }) => sentence).join(', ')
}

/** Where on the board a turn came to: the place of the last action that brought points, else of the last one. */
export function whereto(actions: LogEntry[], { first, last }: Pick<StoryPoint, 'first' | 'last'>): string | null {
  const turn = actions.slice(first, last)
  const touched = (entries: LogEntry[]): string[] => entries.flatMap((entry) => [...entry.squares, ...(entry.way ?? [])])
  const brought = turn.filter((entry) => (entry.gained?.[entry.seat ?? 0] ?? 0) > 0)
  return touched(brought).at(-1) ?? touched(turn).at(-1) ?? null
}
