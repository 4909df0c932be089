import { describe, expect, it } from 'vitest'
import type { PuzzleInfo } from '../protocol'
import { change, daily, dayOf, nearest, weekOf } from './rating'

const puzzles: PuzzleInfo[] = [900, 1190, 1300, 1800].map((rating, i) => ({ id: `p${i}`, line: '', seat: 0, rating }))

describe('a rating', () => {
  it('gains as much from an equal puzzle as it would lose', () => {
    expect(change(1200, 1200, true, 0)).toBe(24)
    expect(change(1200, 1200, false, 0)).toBe(-24)
  })
  it('gains more from a hard one, and moves less later', () => {
    expect(change(1200, 1600, true, 0)).toBeGreaterThan(change(1200, 1200, true, 0))
    expect(change(1200, 1600, true, 50)).toBeLessThan(change(1200, 1600, true, 0))
    expect(change(1200, 1600, false, 50)).toBeLessThanOrEqual(0)
  })
})

describe('the puzzle of the day', () => {
  it('is the same all day, whatever the order of the list', () => {
    const one = daily(puzzles, 'some', '2026-11-16')
    expect(one).toEqual(daily([...puzzles].reverse(), 'some', '2026-11-16'))
  })
  it('is each once before one comes again', () => {
    const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19']
    expect(new Set(days.map((day) => daily(puzzles, 'some', day)?.id)).size).toBe(puzzles.length)
  })
  it('is none where there are none', () => expect(daily([], 'some', '2026-11-16')).toBeNull())
  it('has a day by the device’s clock', () => expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05'))
  it('belongs to a week that begins on Monday', () => {
    const week = weekOf(new Date(2026, 10, 1)).map(dayOf)
    expect([week[0], week[6]]).toEqual(['2026-10-26', '2026-11-01'])
  })
})

describe('the next puzzle', () => {
  const never = () => false
  it('is near one’s rating', () => expect(nearest(puzzles, 1200, never, never, null)?.id).toBe('p1'))
  it('is one that was not tried', () => expect(nearest(puzzles, 1200, (id) => id === 'p1', never, null)?.id).toBe('p2'))
  it('is one that was not solved, where all were tried', () =>
    expect(
      nearest(
        puzzles,
        1200,
        () => true,
        (id) => id !== 'p3',
        null,
      )?.id,
    ).toBe('p3'))
  it('is another one than the last', () =>
    expect(
      nearest(
        puzzles,
        1200,
        () => true,
        () => true,
        'p1',
      )?.id,
    ).toBe('p2'))
})
