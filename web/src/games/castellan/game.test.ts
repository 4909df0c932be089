import { describe, expect, it } from 'vitest'
import type { Choice, TableState } from '../../protocol'
import { choiceOf } from '../../state/choice'
import { litPlaces, NOTHING, pick } from '../../state/selection'
import type { Document } from '../types'
import { game } from './game'

const OPEN = { choices: [], nearly: [] }
const document: Document = {
  stage: 'build',
  pieces: ['tower 0,0', 'short 0,0 E'],
  courtyards: [],
  hands: [],
  to_move: 0,
  facts: { courtyards: [], corners: [], next: 1 },
}
const choice = (text: string, ...squares: string[]): Choice => choiceOf(text, { squares })
const CHOICES = [choice('tower 1,0', '1,0'), choice('long -2,0 E', '-2,0', '0,0'), choice('long 0,0 N', '0,0', '0,2')]

describe('Castellan is picked', () => {
  it('by places of the kind in hand, each piece its own place', () => {
    expect([...litPlaces(CHOICES, { ...NOTHING, kind: 'long' }, game, document).keys()]).toEqual(['long -2,0 E', 'long 0,0 N'])
  })
  it('at once', () => {
    expect(pick(CHOICES, { ...NOTHING, kind: 'tower' }, 'tower 1,0', game, document)).toMatchObject({ does: 'submit' })
  })
  it('by the courtyards asked about', () => {
    const asked = [choice('keep'), choice('double 0,0', '0,0')]
    expect([...litPlaces(asked, NOTHING, game, document).keys()]).toEqual(['0,0'])
  })
  it('and says why not', () => {
    expect(game.attempt(document, NOTHING, 'tower 5,5', OPEN)).toBe('tower 5,5')
    expect(game.attempt(document, NOTHING, '5,5', OPEN)).toBeNull()
  })
})

describe('the text grid', () => {
  const say = (key: string, gaps: Record<string, unknown> = {}): string => [key, ...Object.values(gaps)].join(' ')
  const state = { seats: [{ seat: 0, letter: 'A', name: 'Ana' }], ledger: { terms: [{ at: '0,0', points: 4 }] } } as unknown as TableState
  const FACTS = { courtyards: [{ cell: '0,0', cells: ['0,0'], towers: 4 }], corners: [], next: 1 }
  const square = ['tower 0,0', 'tower 1,0', 'tower 0,1', 'tower 1,1', 'short 0,0 E', 'short 0,1 E', 'short 0,0 N', 'short 1,0 N']
  const closed = { ...document, pieces: square, courtyards: [{ cell: '0,0', seat: 0, double: false }], facts: FACTS }

  it('shows towers, open ends, walls and courtyards, and reaches two points beyond the castle', () => {
    expect(game.rows(document)).toHaveLength(5)
    expect(game.rows(document)[2]).toEqual(['-2,0', '-1,0', '0,0', '1,0', '2,0', '3,0'])
    expect(['0,0', '1,0'].map((place) => game.cell(document, place))).toEqual(['O→', '+←'])
    expect(game.cell(closed, '0,0')).toBe('O↑→ A')
    expect(game.cell({ ...document, pieces: ['tower 0,0', 'long 0,0 E'] }, '1,0')).toBe('═')
  })
  it('names a point, its walls and the courtyard beside it', () => {
    expect(game.describe(closed, '0,0', state, say)).toBe(
      '0,0, web-castellan:point.tower, web-castellan:point.short.N, web-castellan:point.short.E, ' +
        'web-castellan:point.beside web-castellan:place.courtyard 0,0 A Ana 4',
    )
  })
  it('lights a point for every piece that can be placed there', () => {
    const lit = litPlaces(CHOICES, { ...NOTHING, kind: 'long' }, game, document)
    expect(game.spots?.('0,0', lit)).toEqual(['long 0,0 N', 'long -2,0 E'])
    expect(game.spots?.('0,2', lit)).toEqual(['long 0,0 N'])
    expect(game.spots?.('1,0', lit)).toEqual([])
    expect(game.offer?.('0,0', 'long -2,0 E', say)).toBe('web-castellan:point.long.W')
  })
  it('asks why the piece in hand does not fit', () => {
    expect(game.attempt(document, { ...NOTHING, kind: 'tower' }, '5,5', OPEN)).toBe('tower 5,5')
    expect(game.attempt(document, { ...NOTHING, kind: 'short' }, '5,5', OPEN)).toBe('short 5,5 E')
  })
})
