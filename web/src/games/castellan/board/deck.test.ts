import { describe, expect, it } from 'vitest'
import { facesOf, piecesOf, playText } from './deck'

const faces = facesOf({
  faces: [
    { card: 'W1', towers: 1, long: 2, short: 1, extra: 0 },
    { card: 'T2', towers: 1, long: 0, short: 1, extra: 1 },
  ],
})

describe('the deck', () => {
  it('adds up cards, hidden ones as nothing', () => {
    expect(piecesOf(['W1', 'T2', '?'], faces)).toEqual({ towers: 2, long: 2, short: 2, extra: 1 })
  })
  it.each([
    [['T4', 'W1'], 'play W1 T4'],
    [['W3', 'W1', 'T6', 'T1'], 'play W1 W3 T1 T6'],
  ])('plays %j as %s', (cards, text) => {
    expect(playText(cards)).toBe(text)
  })
})
