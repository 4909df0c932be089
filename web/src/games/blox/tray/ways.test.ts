import { describe, expect, it } from 'vitest'
import { choiceOf } from '../../../state/choice'
import { byName, readBoard, standing } from '../board/position'
import { among, askedText, equalEntries, payers, readWay } from './ways'

const BOARD = [
  'bG g. w. g. w2 p. b. p. g.',
  'w. p0 b. p. b. wBP g. b. p2',
  'gB w. p. gBGW p. g. b0 w. b.',
  'w. g. w1 p. gWWWP b. p. bBPP w.',
  'b. p. g. wBG b. wGG g. p. b.',
  'w. bGWP p. b. gBGGP p. wP g. w.',
  'b3 w2 b. g. p. gGWP p. w. g1',
  'pW b3 g3 wBW b2 p. b. p0 w1',
  'g. p. b. p. w. g. w. g. bGP',
].join('\n')
const cells = readBoard(BOARD)
const named = byName(cells)
const told = (text: string, squares: string[], pays: string, joker = false) => choiceOf(text, { squares, facts: { pays, joker } })
const ways = [
  told('enter W5 c5 *', ['c5'], '', true),
  told('enter Nc c5 *', ['c5'], '', true),
  told('enter W5 b5', ['b5'], 'p'),
  told('move b8 c8', ['b8', 'c8'], 'b'),
  told('destroy g7 f8 *p', ['g7', 'f8'], 'b', true),
  told('build h2 bbp', ['h2'], 'bbp'),
  told('hit b8 c6 3', ['b8', 'c6'], 'wwwww'),
  told('change bbw', [], 'bbw'),
].map(readWay)

describe('a diagram', () => {
  it('has 81 squares, rank 9 first', () => {
    expect(cells.length).toBe(81)
    expect(named.get('a9')).toMatchObject({ colour: 'b', blocks: ['g'], figure: null })
    expect(named.get('b8')).toMatchObject({ colour: 'p', blocks: [], figure: 0 })
    expect(named.get('e6')?.blocks).toEqual(['w', 'w', 'w', 'p'])
  })
  it('counts the figures of a seat', () => {
    expect(standing(cells, 0)).toBe(3)
  })
})

describe('ways', () => {
  it.each([
    ['enter W5 c5 *', { from: null, to: 'c5', pays: [], joker: true }],
    ['enter W5 b5', { from: null, to: 'b5', pays: ['p'], joker: false }],
    ['move b8 c8', { from: 'b8', to: 'c8', pays: ['b'] }],
    ['destroy g7 f8 *p', { from: 'g7', to: 'f8', pays: ['b'], joker: true }],
    ['build h2 bbp', { from: 'h2', to: 'h2', pays: ['b', 'b', 'p'] }],
    ['hit b8 c6 3', { pays: ['w', 'w', 'w', 'w', 'w'] }],
    ['change bbw', { from: null, to: null, pays: ['b', 'b', 'w'] }],
  ])('%s takes what it is told to take', (text, expected) => {
    expect(ways.find((way) => way.choice.text === text)).toMatchObject(expected)
  })
  it('knows that the end of the line does not matter', () => {
    expect([...equalEntries(ways)]).toEqual(['enter Nc c5 *'])
  })
  it('pays with the cards chosen first', () => {
    expect(payers('bbgww', ['b', 'w'], [])).toEqual([0, 3])
    expect(payers('bbgww', ['b', 'w'], [4, 1])).toEqual([1, 4])
    expect(payers('bg', ['p'], [])).toEqual([])
  })
  it('compares cards as often as they occur', () => {
    expect(among(['b', 'b'], ['b', 'w', 'b'])).toBe(true)
    expect(among(['b', 'b'], ['b', 'w'])).toBe(false)
  })
  it.each([
    ['d7', 'destroy b8 d7'],
    ['c6', 'hit b8 c6 3'],
    ['b1', 'move b8 b1'],
  ])('asks why not %s as %s', (square, text) => {
    expect(askedText('b8', null, square, named.get(square), 3)).toBe(text)
  })
  it('asks why a figure cannot enter', () => {
    expect(askedText(null, 'W5', 'd5', named.get('d5'), 3)).toBe('enter W5 d5')
    expect(askedText(null, null, 'd5', named.get('d5'), 3)).toBeNull()
  })
})
