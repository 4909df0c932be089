import { describe, expect, it } from 'vitest'
import type { Review, ReviewedTurn } from '../protocol'
import { choiceOf } from '../state/choice'
import { begun, differs, lastMistake, line, lucks, nextMistake, plot, roomy, shown, signed, turnAt, type Mark } from './review'

function turn(number: number, seat: number, mark: Mark | null, better = false): ReviewedTurn {
  const choice = (text: string) => choiceOf(text, { ends: true })
  const at = 2 * (number - 1)
  const judged = (text: string) => ({ at, actions: [choice(text)], chances: [0.25, 0.75], points: [10, 20] })
  const none = { chance: 0, points: 0 }
  const best = judged(better ? 'other' : 'this')
  return {
    number,
    seat,
    first: at,
    last: at + 2,
    part: '',
    played: judged('this'),
    best,
    follows: [],
    cost: none,
    mark,
    luck: none,
    why: [],
  }
}

const turns = [turn(1, 0, null), turn(2, 1, 'blunder', true), turn(3, 0, 'only'), turn(4, 0, 'inaccuracy')]
const engine = { work: 1, worlds: 1, rules: 1, version: '', calibrated: true }
const review: Review = { title: '', record: '', seats: [], start: { chances: [0.5, 0.5], points: [0, 0] }, turns, end: null, engine }

describe('the graph of a review', () => {
  it('gives the gravest marks room, and the chosen turn before all', () => {
    const close = [turn(1, 0, 'inaccuracy'), turn(2, 0, 'blunder'), turn(3, 0, 'mistake'), turn(40, 0, 'inaccuracy')]
    const at = plot(300, 132, 40)
    expect([...roomy(close, at, null)].sort()).toEqual([2, 40])
    expect([...roomy(close, at, 1)].sort()).toEqual([1, 40])
  })
  it('has a point before the first turn and one after each', () => {
    const points = line(review, 0, plot(111, 122, 4)).split(' ')
    expect(points).toEqual(['4.0,61.0', '29.0,83.5', '54.0,83.5', '79.0,83.5', '104.0,83.5'])
  })
  it('has a mark where each part of the game begins, with its name where there is room', () => {
    const years = [1, 1, 2, 3].map((year, i) => ({ ...turn(i + 1, 0, null), part: `Year ${year}` }))
    expect(begun(years, plot(311, 122, 4))).toEqual([
      { part: 'Year 1', x: 4, named: true },
      { part: 'Year 2', x: 191.5, named: true },
      { part: 'Year 3', x: 266.5, named: false },
    ])
    expect(begun(turns, plot(311, 122, 4))).toEqual([])
  })
  it('is laid out before there is a turn, or room', () => {
    expect(plot(0, 0, 0).x(0)).toBe(4)
  })
})

describe('luck', () => {
  it('has a lane of its own, as high as its greatest', () => {
    const drawn = turns.map((judged, i) => ({ ...judged, luck: { chance: [0, 0.1, -0.05, 0][i] ?? 0, points: 0 } }))
    expect(lucks({ ...review, turns: drawn }).map(({ turn: { number }, share }) => [number, share])).toEqual([
      [2, 1],
      [3, -0.5],
    ])
  })
})

describe('the next mistake', () => {
  it('is the next turn that cost something', () => expect(nextMistake(turns, 0, null)?.number).toBe(2))
  it('is never the only good turn', () => expect(nextMistake(turns, 2, null)?.number).toBe(4))
  it('comes again from the first', () => expect(nextMistake(turns, 4, null)?.number).toBe(2))
  it('is that of a seat', () => expect(nextMistake(turns, 0, 0)?.number).toBe(4))
  it('has one before it', () => expect([4, 2].map((number) => lastMistake(turns, number, null)?.number)).toEqual([2, 4]))
  it('is none where nobody erred', () => expect(nextMistake(turns.slice(0, 1), 0, null)).toBeNull())
})

describe('a turn', () => {
  it('is found by any moment in it', () => expect([2, 3, 4].map((at) => turnAt(turns, at)?.number)).toEqual([2, 2, 3]))
  it('is none at the end', () => expect([turnAt(turns, null), turnAt(turns, 8)]).toEqual([null, null]))
  it('has a better one, or none', () => expect(turns.slice(0, 2).map(differs)).toEqual([false, true]))
  it('is shown on the board as played, or as it should have been', () => {
    const shownHint = shown(turns[1] as ReviewedTurn)
    expect(shownHint.hint.candidates[shownHint.candidate]).toMatchObject({ turn: [{ text: 'other' }], chance: 0.75 })
    expect(shownHint.hint.actions).toBe(2)
  })
})

it('writes signs', () => {
  expect([signed(-1.94, 1, 'en'), signed(0.7, 1, 'de'), signed(0.01, 1, 'fr')]).toEqual(['\u22121.9', '+0,7', '0'])
})
