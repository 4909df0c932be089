import { describe, expect, it } from 'vitest'
import type { LogEntry, Hint, Moment, TableState } from '../protocol'
import { choiceOf } from './choice'
import { hintedSeat, followed, percent } from './hints'

const choice = (text: string) => choiceOf(text, { kind: text })
const hint: Hint = {
  actions: 1,
  seat: 0,
  candidates: [
    { turn: [choice('a'), choice('b'), choice('end')], chance: 0.6, points: [], visits: 9 },
    { turn: [choice('c')], chance: 0.4, points: [], visits: 9 },
  ],
}
const log = (...texts: string[]) => texts.map((text) => ({ text }) as LogEntry)

describe('shownHint', () => {
  const shownHint = { hint, candidate: 0, done: 0 }
  it('stays while nothing happens', () => expect(followed(shownHint, log('x'))).toBe(shownHint))
  it('goes on when it is followed', () => expect(followed(shownHint, log('x', 'a'))?.done).toBe(1))
  it('comes back when an action of it is taken back', () => expect(followed({ ...shownHint, done: 2 }, log('x', 'a'))?.done).toBe(1))
  it('is no good once its position was taken back', () => {
    expect(followed(shownHint, [])).toBeNull()
    expect(followed({ ...shownHint, done: 2 }, [])).toBeNull()
  })
  it('ends with its turn', () => expect(followed({ ...shownHint, done: 2 }, log('x', 'a', 'b', 'end'))).toBeNull())
  it('is no good once something else was played', () => expect(followed(shownHint, log('x', 'c'))).toBeNull())
  it('never claims to be certain', () => expect([0, 0.001, 0.5, 1].map(percent)).toEqual([1, 1, 50, 99]))
})

describe('who may ask', () => {
  const seat = (kind: string, number: number) => ({ kind, seat: number })
  const state = (status: string, kinds: string[], yours: number[], to_move: number | null) =>
    ({ status, yours, to_move, seats: kinds.map(seat) }) as unknown as TableState
  const at = (to_move: number | null) => ({ to_move }) as Moment
  it.each([
    ['my turn against bots', state('running', ['person', 'bot'], [0], 0), null, true, 0],
    ["a bot's turn", state('running', ['person', 'bot'], [0], 1), null, true, null],
    ['my turn against people', state('running', ['person', 'person'], [0], 0), null, true, null],
    ['around one screen', state('running', ['person', 'person'], [0, 1], 0), null, true, null],
    ['watching', state('running', ['person', 'bot'], [], 0), null, true, null],
    ['my own past turn', state('running', ['person', 'bot'], [0], 1), at(0), false, 0],
    ["a bot's past turn", state('running', ['person', 'bot'], [0], 0), at(1), false, null],
    ['a finished game', state('over', ['person', 'person'], [], null), at(1), false, 1],
    ['its end', state('over', ['person', 'person'], [], null), null, true, null],
  ])('%s', (_, now, moment, live, expected) => expect(hintedSeat(now, moment, live)).toBe(expected))
})
