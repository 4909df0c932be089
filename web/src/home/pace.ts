// Clocks in words: how a table is paced, what is left.
import type { Say } from '../i18n.svelte'
import type { ClockState, Pace } from '../protocol'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const TIMES = { live: [5, 10, 15, 30, 60].map((minutes) => minutes * MINUTE), turns: [DAY, 2 * DAY, 3 * DAY, 7 * DAY] }
export const INCREMENTS = [0, 10, 20, 60]

/** How a table is paced: "15 min + 20 s", "15 min", "3 days a turn". */
export function paced(pace: Pace | null | undefined, say: Say): string {
  if (!pace) return say('pace.none')
  if (pace.kind === 'live') {
    const minutes = Math.round(pace.time / MINUTE)
    return pace.increment ? say('pace.live.words', { minutes, seconds: pace.increment }) : say('pace.live.plain', { minutes })
  }
  if (pace.time >= DAY) return say('pace.turns.words', { days: Math.round(pace.time / DAY) })
  return say('pace.turns.hours', { hours: Math.round(pace.time / HOUR) })
}

/** What a clock shows: 2 days, 6 h, 12:05. */
export function remaining(milliseconds: number, say: Say): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  if (seconds >= 2 * DAY) return say('clock.days', { days: Math.floor(seconds / DAY) })
  if (seconds >= 3 * HOUR) return say('clock.hours', { hours: Math.floor(seconds / HOUR) })
  const minutes = Math.floor(seconds / MINUTE)
  return `${minutes}:${String(seconds % MINUTE).padStart(2, '0')}`
}

/** What a seat has left, so long after the clock was told. */
export function leftTo(clock: ClockState, seat: number, since: number): number {
  return Math.max(0, (clock.left[seat] ?? 0) - (clock.running === seat ? Math.max(0, since) : 0))
}
