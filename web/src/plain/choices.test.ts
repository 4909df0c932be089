import { describe, expect, it } from 'vitest'
import type { Choice } from '../protocol'
import { choiceOf } from '../state/choice'
import { beginning, found, grouped, guessed } from './choices'

function choice(text: string, sentence: string, kind = text.split(' ')[0] ?? ''): Choice {
  return choiceOf(text, { kind, sentence, squares: text.split(' ').filter((word) => /^[a-z]\d$/.test(word)) })
}
const ALL = [
  choice('move c6 c5', 'c6 to c5'),
  choice('move c6 d6', 'c6 to d6'),
  choice('play split d3', 'Split: take the top stone of d3', 'play split'),
  choice('play cart b6', 'Cart: two stones to b6', 'play cart'),
  choice('draw', 'Draw a card'),
  choice('pass', 'Pass'),
]
const texts = (choices: Choice[]): string[] => choices.map(({ text }) => text)

describe('the list of choices', () => {
  it('is grouped by the first word of a kind, and what stands alone comes last', () => {
    expect(grouped(ALL).map(({ kind, choices }) => [kind, choices.length])).toEqual([
      ['move', 2],
      ['play', 2],
      ['', 2],
    ])
  })
  it('keeps what begins with the squares picked', () => {
    expect(texts(beginning(ALL, ['c6']))).toEqual(['move c6 c5', 'move c6 d6'])
    expect(texts(beginning(ALL, ['c6', 'd6']))).toEqual(['move c6 d6'])
    expect(beginning(ALL, [])).toEqual(ALL)
  })
  it.each([
    ['', 6],
    ['stone', 2],
    ['CARD', 1],
    ['c6 d6', 1],
    ['nothing such', 0],
  ])('is found by typing: %s', (typed, count) => {
    expect(found(ALL, typed)).toHaveLength(count)
  })
  it.each([
    [['c6'], 'a1', 'move c6 a1'],
    [[], 'a1', 'play split a1'],
    [['c6', 'c5'], 'a1', null],
  ])('guesses what a click after %s on %s meant', (path, place, text) => {
    expect(guessed(ALL, [], path, place)).toBe(text)
  })
  it('guesses what nearly goes first', () => {
    const near = { text: 'lift a1', kind: 'lift', squares: ['a1'], sentence: '', clause: 'X1' }
    expect(guessed(ALL, [near], [], 'a1')).toBe('lift a1')
  })
})
