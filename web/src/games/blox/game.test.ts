import { describe, expect, it } from 'vitest'
import { choiceOf } from '../../state/choice'
import { litPlaces, NOTHING, pick } from '../../state/selection'
import type { TableState } from '../../protocol'
import type { Document } from '../types'
import { game } from './game'

const OPEN = { choices: [], nearly: [] }
const EMPTY = Array.from({ length: 9 }, () => 'b. g. w. p. b. g. w. p. b.')
const WITH_FIGURE: Document = { board: [...EMPTY.slice(1), 'b0 g. wBG p. b. g1 w. p. b.'], to_move: 0, facts: { fewest_hit: 3 } }
const WITHOUT: Document = { board: EMPTY, to_move: 0, facts: { fewest_hit: 3 } }
const CHOICES = ['enter W5 c5', 'move a1 b1', 'destroy a1 c1', 'hit a1 f1 3', 'hit a1 f1 4', 'build a1 bg', 'change b'].map((text) =>
  choiceOf(text, { squares: text.split(' ').filter((word) => /^[a-i]\d$/.test(word)) }),
)
const at = (document: Document, kind: string | null, ...path: string[]) =>
  [...litPlaces(CHOICES, { ...NOTHING, kind, path }, game, document)].map(([place, lit]) => `${place} ${lit.shape}`)

describe('BLOX is picked', () => {
  it('by figures first, entering in the tray', () => {
    expect(at(WITH_FIGURE, null)).toEqual(['a1 figure'])
    expect(at(WITH_FIGURE, 'enter')).toEqual(['c5 emblem'])
  })
  it('by entering at once while no figure is on the board', () => {
    expect(at(WITHOUT, null)).toContain('c5 emblem')
  })
  it('by a target with its own shape', () => {
    expect(at(WITH_FIGURE, null, 'a1')).toEqual(['b1 emblem', 'c1 cross', 'f1 cross', 'a1 cube'])
  })
  it('by a chooser where the number of cards is open', () => {
    const answer = pick(CHOICES, { ...NOTHING, path: ['a1'] }, 'f1', game, WITH_FIGURE)
    expect(answer).toMatchObject({ does: 'choose', choices: [{ text: 'hit a1 f1 3' }, { text: 'hit a1 f1 4' }] })
  })
  it('and says why not', () => {
    expect(game.attempt(WITH_FIGURE, { ...NOTHING, path: ['a1'] }, 'c1', OPEN)).toBe('destroy a1 c1')
    expect(game.attempt(WITH_FIGURE, NOTHING, 'd4', OPEN)).toBeNull()
    expect(game.attempt(WITHOUT, NOTHING, 'b5', OPEN)).toBe('enter W5 b5')
  })
})

describe('the ledger', () => {
  const term = (span: string, what: string, seat: number, points: number) => ({
    span,
    what,
    seat,
    points,
    label: what,
    at: null,
    clause: 'B6',
  })
  const rows = (...terms: ReturnType<typeof term>[]) => {
    const state = { seats: [{ seat: 0 }, { seat: 1 }], ledger: { terms, totals: [], settled: true } } as unknown as TableState
    return game.ledger(state, WITHOUT, (key) => key).map(({ label, note, cells }) => [label, note, ...cells.map((cell) => cell?.points)])
  }
  it('has a row for each source of each phase', () => {
    const second = [term('Phase 2', 'hits', 0, 6), term('Phase 2', 'built', 1, 3)]
    expect(rows(...second, term('Phase 1', 'hits', 1, 2), term('Phase 1', 'hits', 0, 1))).toEqual([
      ['hits', 'Phase 1', 1, 2],
      ['built', 'Phase 2', undefined, 3],
      ['hits', 'Phase 2', 6, undefined],
    ])
  })
  it('names no phase where there is but one', () => expect(rows(term('Phase 1', 'hits', 0, 1))).toEqual([['hits', '', 1, undefined]]))
})

describe('the cursor', () => {
  it.each([
    ['a1', -1, 0, 0, 'a1'],
    ['a1', 0, 1, 0, 'a2'],
    ['a1', 1, 0, 1, 'a2'],
    ['e5', 0, 1, 2, 'e4'],
  ])('from %s by %i,%i after %i turns is at %s', (place, dx, dy, turn, found) => {
    expect(game.step(WITHOUT, place, dx, dy, turn, 'flat')).toBe(found)
  })
})
