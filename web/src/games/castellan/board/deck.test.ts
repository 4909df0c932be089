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
  it('plays cards as they lie in the hand', () => expect(playText(['W1', 'T4'])).toBe('play W1 T4'))
})
