import { describe, expect, it } from 'vitest'
import type { Choice } from '../../protocol'
import { litPlaces, NOTHING, pick } from '../../state/selection'
import type { Document } from '../types'
import { game } from './game'

const document: Document = {
  stage: 'build',
  pieces: ['tower 0,0', 'short 0,0 E'],
  courtyards: [],
  hands: [],
  to_move: 0,
}
const choice = (text: string, ...squares: string[]): Choice => ({
  text,
  kind: text.split(' ')[0] ?? '',
  squares,
  sentence: text,
  way: [],
  price: 0,
  gains: 0,
})
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
    expect(game.attempt(document, NOTHING, 'tower 5,5')).toBe('tower 5,5')
    expect(game.attempt(document, NOTHING, '5,5')).toBeNull()
  })
})

describe('the text grid', () => {
  it('shows towers, open ends and walls', () => {
    expect(game.rows(document)).toEqual([['0,0', '1,0']])
    expect(['0,0', '1,0'].map((place) => game.cell(document, place))).toEqual(['O>', '+'])
  })
})
