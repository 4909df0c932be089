import { describe, expect, it } from 'vitest'
import type { LogEntry, Story, StoryGain } from '../protocol'
import { inWords, lengths, pieces, reach, slots, whereto } from './story'

function gain(turn: number, seat: number, part: number, ...points: number[]): StoryGain {
  return { turn, seat, first: turn, last: turn + 1, part, points }
}
const gains = [gain(1, 0, 0, 3, 1), gain(0, 0, 1, 4), gain(3, 0, 1, -2, 5), gain(2, 1, 0, 2)]
const story: Story = { told: [], sources: [], gains, parts: ['I', 'II'], totals: [], turning: [], seats: null }

describe('the bars of a story', () => {
  it('stand one upon the other', () =>
    expect(pieces(gain(1, 0, 0, 3, 0, 1))).toEqual([
      { source: 0, from: 0, to: 3 },
      { source: 2, from: 3, to: 4 },
    ]))
  it('hang down where something was lost', () =>
    expect(pieces(gain(1, 0, 0, -2, 5))).toEqual([
      { source: 0, from: 0, to: -2 },
      { source: 1, from: 0, to: 5 },
    ]))
  it('reach so far', () => expect(reach(story)).toEqual({ up: 5, down: -2 }))
  it('have as many places as the seat with most turns', () => expect(lengths(story)).toEqual([1, 1]))
  it('come after what stood already', () =>
    expect(slots(story, 0).map(({ part, place }) => [part, place])).toEqual([
      [0, 1],
      [1, 0],
      [1, 1],
    ]))
})

describe('a turning point', () => {
  const entry = (brief: string, squares: string[]): LogEntry =>
    ({ number: 1, kind: 'action', seat: 0, action: 0, text: '', sentence: 'Something.', brief, squares, at: 0 }) as unknown as LogEntry
  const actions = [entry('', []), entry('built a1', ['a1']), entry('to b2', ['a1', 'b2']), entry('', [])]
  it('is told in short words', () => expect(inWords(actions, { first: 1, last: 3 })).toBe('built a1, to b2'))
  it('is told in sentences where there are no others', () => expect(inWords(actions, { first: 3, last: 4 })).toBe('Something.'))
  it('lies where it came to', () =>
    expect([whereto(actions, { first: 1, last: 3 }), whereto(actions, { first: 3, last: 4 })]).toEqual(['b2', null]))
})
