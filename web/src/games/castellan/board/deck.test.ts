import { describe, expect, it } from 'vitest'
import type { CastellanView } from './castle'
import { boxOf, facesOf, piecesOf, playText } from './deck'

const view: CastellanView = {
  stage: 'build',
  pieces: ['tower 0,0', 'long 0,0 E'],
  courtyards: [],
  pieces_in_hand: { T: 1, L: 0, S: 2 },
  hands: [
    { W: ['W1'], T: ['T2'] },
    { W: ['?'], T: [] },
  ],
  decks: [
    { W: [], T: [] },
    { W: [], T: [] },
  ],
  double_used: [false, false],
  extra: 0,
  ending: null,
  to_move: 0,
}

describe('the deck', () => {
  const faces = facesOf(view)
  it('has the faces of the rules', () => {
    expect(faces.get('W1')).toMatchObject({ copies: 3, towers: 1, long: 2, short: 1, extra: 0 })
  })
  it('adds up cards, hidden ones as nothing', () => {
    expect(piecesOf(['W1', 'T2', '?'], faces)).toEqual({ towers: 2, long: 2, short: 2, extra: 1 })
  })
  it('knows what is left in the box of two', () => {
    expect(boxOf(view, faces)).toEqual({ towers: 30, long: 25, short: 28 })
  })
  it.each([
    [['T4', 'W1'], 'play W1 T4'],
    [['W3', 'W1', 'T6', 'T1'], 'play W1 W3 T1 T6'],
  ])('plays %j as %s', (cards, text) => {
    expect(playText(cards)).toBe(text)
  })
})
