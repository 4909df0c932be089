import { describe, expect, it } from 'vitest'
import type { LessonStep, TableState } from '../protocol'
import { judged, reached } from './judging'

const step: LessonStep = {
  line: '',
  seat: 0,
  goal: '',
  more: '',
  clause: '',
  rule: '',
  answers: [
    ['block d6', 'block c6'],
    ['block c7', 'block c6'],
  ],
  points: null,
  score: null,
  then: [],
  mistakes: [
    { action: 'block *', says: 'elsewhere', places: [] },
    { action: 'block c6', says: 'too high', places: ['c6'] },
  ],
  hint: '',
  hint_places: [],
  done: '',
}
const state = { seats: [{ points: 3 }], ledger: { totals: [9] } } as unknown as TableState

describe('a lesson', () => {
  it('plays what leads on, in the order of one of its answers', () => {
    expect(judged(step, 'block c7', [])).toBeNull()
    expect(judged(step, 'block c6', ['block c7'])).toBeNull()
  })
  it('answers a mistake by its own words, the nearest ones', () => {
    expect(judged(step, 'block c6', [])?.says).toBe('too high')
    expect(judged(step, 'block a1', [])?.says).toBe('elsewhere')
    expect(judged(step, 'move a1 a2', [])).toEqual({ action: 'move a1 a2', says: '', places: [] })
  })
  it('lets everything else be played where a result is the goal', () => {
    expect(judged({ ...step, score: 9 }, 'move a1 a2', [])).toBeNull()
  })
  it('knows when the goal is reached', () => {
    expect(reached(step, state, ['block d6'])).toBe(false)
    expect(reached(step, state, ['block d6', 'block c6'])).toBe(true)
    expect(reached({ ...step, score: 9 }, state, [])).toBe(true)
    expect(reached({ ...step, points: 4 }, state, [])).toBe(false)
  })
})
