import { describe, expect, it } from 'vitest'
import type { Say } from '../i18n.svelte'
import type { ClockState } from '../protocol'
import { leftTo, paced, remaining } from './pace'

const say = ((key: string, gaps: Record<string, unknown> = {}) => `${key} ${Object.values(gaps).join(' ')}`.trim()) as Say

describe('clocks in words', () => {
  it('says how a table is paced', () => {
    expect(paced(null, say)).toBe('pace.none')
    expect(paced({ kind: 'live', time: 900, increment: 20, late: 'loses' }, say)).toBe('pace.live.words 15 20')
    expect(paced({ kind: 'live', time: 900, increment: 0, late: 'loses' }, say)).toBe('pace.live.plain 15')
    expect(paced({ kind: 'turns', time: 3 * 86_400, increment: 0, late: 'loses' }, say)).toBe('pace.turns.words 3')
    expect(paced({ kind: 'turns', time: 7200, increment: 0, late: 'loses' }, say)).toBe('pace.turns.hours 2')
  })
  it('shows what is left, to the second at the end', () => {
    expect(remaining(3 * 86_400_000, say)).toBe('clock.days 3')
    expect(remaining(6.5 * 3_600_000, say)).toBe('clock.hours 6')
    expect(remaining(65_000, say)).toBe('1:05')
    expect(remaining(-5, say)).toBe('0:00')
  })
  it('lets time pass for one seat alone', () => {
    const clock = { left: [60_000, 50_000], running: 1 } as ClockState
    expect(leftTo(clock, 0, 20_000)).toBe(60_000)
    expect(leftTo(clock, 1, 20_000)).toBe(30_000)
    expect(leftTo(clock, 1, 90_000)).toBe(0)
  })
})
