import { describe, expect, it } from 'vitest'
import { byName, readBoard, reserve, towerCounts } from '../../boards/blox/position'
import { OPEN, actors, askedText, narrowed, readWay, targets, thrifty } from './ways'

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
const ways = [
  'enter W5 c5 *',
  'enter W5 b5',
  'move b8 c8',
  'move b8 c8 *',
  'move b8 b7 *',
  'destroy g7 f8 *p',
  'build h2 bbp',
  'hit b8 c6 3',
  'hit b8 c6 3 *',
  'change bbw',
].map((text) => readWay({ text, kind: text.split(' ')[0] ?? '', squares: [], sentence: text }, named))

describe('a diagram', () => {
  it('has 81 squares, rank 9 first', () => {
    expect(cells.length).toBe(81)
    expect(named.get('a9')).toMatchObject({ colour: 'b', blocks: ['g'], figure: null })
    expect(named.get('b8')).toMatchObject({ colour: 'p', blocks: [], figure: 0 })
    expect(named.get('e6')?.blocks).toEqual(['w', 'w', 'w', 'p'])
  })
  it('counts towers and figures in reserve', () => {
    expect(towerCounts(cells)).toEqual([0, 4, 5, 4, 2, 0])
    expect(reserve(cells, 0)).toBe(1)
  })
})

describe('ways', () => {
  it.each([
    ['enter W5 c5 *', { entry: 'W5', to: 'c5', pays: [], joker: true }],
    ['enter W5 b5', { entry: 'W5', to: 'b5', pays: ['p'], joker: false }],
    ['move b8 c8', { from: 'b8', to: 'c8', pays: ['b'] }],
    ['destroy g7 f8 *p', { from: 'g7', to: 'f8', pays: ['b'], wild: 'p' }],
    ['build h2 bbp', { from: 'h2', to: 'h2', pays: ['b', 'b', 'p'] }],
    ['hit b8 c6 3 *', { from: 'b8', to: 'c6', pays: ['w', 'w'], joker: true }],
    ['change bbw', { from: null, pays: ['b', 'b', 'w'] }],
  ])('%s is taken apart', (text, expected) => {
    expect(ways.find((way) => way.choice.text === text)).toMatchObject(expected)
  })
  it.each([
    [{ from: 'b8' }, ['c8', 'b7', 'c6']],
    [{ from: 'b8', joker: true }, ['c8', 'b7', 'c6']],
    [{ from: 'b8', cards: ['b' as const] }, ['c8']],
    [{ kind: 'enter' as const }, ['c5', 'b5']],
    [{ entry: 'W5', joker: true }, ['c5']],
  ])('%j lights %j', (by, squares) => {
    expect([...targets(narrowed(ways, { ...OPEN, ...by })).keys()]).toEqual(squares)
  })
  it('spares the joker where cards can pay', () => {
    const there = narrowed(ways, { ...OPEN, from: 'b8' })
    const lit = targets(there)
    expect(lit.get('c8')?.joker).toBe(false)
    expect(lit.get('b7')?.joker).toBe(true)
    expect(thrifty(lit.get('c8')?.ways ?? [], false).map((way) => way.choice.text)).toEqual(['move b8 c8'])
  })
  it('changes exactly the chosen cards', () => {
    const change = { ...OPEN, kind: 'change' as const }
    expect(narrowed(ways, { ...change, cards: ['b', 'b'] })).toEqual([])
    expect(narrowed(ways, { ...change, cards: ['b', 'w', 'b'] }).length).toBe(1)
  })
  it('knows which figures can act', () => {
    expect([...actors(ways).keys()]).toEqual(['b8', 'g7', 'h2'])
  })
  it.each([
    ['d7', 'destroy b8 d7'],
    ['c6', 'hit b8 c6 3'],
    ['b1', 'move b8 b1'],
  ])('asks why not %s as %s', (square, text) => {
    expect(askedText({ ...OPEN, from: 'b8' }, square, named.get(square))).toBe(text)
  })
})
