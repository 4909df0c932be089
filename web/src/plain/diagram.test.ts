import { describe, expect, it } from 'vitest'
import { cellOf, readDiagram, stepped } from './diagram'

const BARE = `.. 1A ..
.. 2. B.
A3 .. ..`
const NUMBERED = `3  .  1  A
2  .  .  .
1  B  .  .
   a  b  c

hand: split cart`

describe('a diagram', () => {
  it('has its first square at the lower left', () => {
    const { rows, cells, files, ranks } = readDiagram(BARE)
    expect(rows[0]).toEqual(['a3', 'b3', 'c3'])
    expect([files, ranks]).toEqual([
      ['a', 'b', 'c'],
      ['3', '2', '1'],
    ])
    expect([cells.get('b3'), cells.get('a1')]).toEqual(['1A', 'A3'])
  })
  it('may bring its numbers, its letters and what stands below', () => {
    const { rows, cells, below } = readDiagram(NUMBERED)
    expect(rows.at(-1)).toEqual(['a1', 'b1', 'c1'])
    expect([cells.get('c3'), cells.get('a1')]).toEqual(['A', 'B'])
    expect(below).toBe('hand: split cart')
  })
  it('may count its rows from the top', () => {
    expect(readDiagram('1 . x\n2 . .\n  a b').rows).toEqual([
      ['a1', 'b1'],
      ['a2', 'b2'],
    ])
  })
  it('keeps numbers in cells apart from numbers of rows', () => {
    expect(readDiagram('2 0\n1 1').cells.get('a2')).toBe('2')
  })
  it.each(['', 'one line of words?\nand another', 'O=====+\n"'])('is text where it is no grid: %s', (text) => {
    expect(readDiagram(text)).toMatchObject({ rows: [], below: '', text })
  })
})

describe('a cell', () => {
  it.each([
    ['.', 2, [], ''],
    ['2A', 2, [0], '2'],
    ['A.', 2, [0], ''],
    ['BA', 2, [1, 0], ''],
    ['3C', 2, [], '3C'],
    ['x.y', 4, [], 'xy'],
  ])('%s with %i seats', (text, seats, figures, rest) => {
    expect(cellOf(text, seats)).toEqual({ figures, rest })
  })
})

describe('the cursor', () => {
  const diagram = readDiagram(BARE)
  it.each([
    [null, 0, 0, 'a1'],
    ['a1', 1, 0, 'b1'],
    ['a1', 0, 1, 'a2'],
    ['a1', -1, -1, 'a1'],
    ['c3', 1, 1, 'c3'],
  ])('from %s by %i, %i', (place, dx, dy, to) => {
    expect(stepped(diagram, place, dx, dy)).toBe(to)
  })
  it('stays away where there is no grid', () => {
    expect(stepped(readDiagram('no grid'), null, 1, 0)).toBe('')
  })
})
