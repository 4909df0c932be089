import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../protocol'
import { bare, branchOf, commented, ending, grown, leaves, learnt, lineOf, named, nodeAt, promoted, removed, ROOT, rows } from './tree'

const main = ['a', 'b', 'c', 'd']
const log = (...actions: [number, string][]): LogEntry[] =>
  actions.map(([seat, text], i) => ({ number: i + 1, kind: 'action', seat, text, sentence: `${text}!` }) as LogEntry)

describe('the lines of a study', () => {
  it('grow where something new is played, and nowhere else', () => {
    const tree = grown(lineOf(main), ['a', 'x'])
    expect(leaves(tree)).toEqual([main, ['a', 'x']])
    expect(grown(tree, ['a', 'b'])).toBe(tree)
    expect(nodeAt(tree, ['a', 'y'])).toBeNull()
  })

  it('are taken out with all that follows', () => {
    const tree = grown(grown(lineOf(main), ['a', 'x', 'y']), ['a', 'x', 'z'])
    expect(leaves(removed(tree, ['a', 'x']))).toEqual([main])
    expect(removed(tree, [])).toBe(tree)
  })

  it('are promoted one fork at a time', () => {
    const tree = grown(lineOf(main), ['a', 'x', 'y'])
    expect(branchOf(tree, ['a', 'x', 'y'])).toEqual(['a', 'x'])
    expect(branchOf(tree, ['a', 'b'])).toBeNull()
    const up = promoted(tree, ['a', 'x', 'y'])
    expect(ending(up, [])).toEqual(['a', 'x', 'y'])
    expect(promoted(up, ['a', 'x'])).toBe(up)
  })

  it('have names and comments, which an empty one takes away', () => {
    const tree = commented(named(lineOf(main), ['a'], ' First '), ['a', 'b'], 'why?')
    expect(nodeAt(tree, ['a'])?.name).toBe('First')
    expect(nodeAt(tree, ['a', 'b'])?.comment).toBe('why?')
    expect(nodeAt(named(tree, ['a'], ' '), ['a'])?.name).toBeUndefined()
  })

  it('learn from a log who acted and how it is told; entries of before the study do not count', () => {
    const tree = learnt(lineOf(['b', 'c']), ['b', 'c'], log([0, 'a'], [1, 'b'], [0, 'c']))
    expect(nodeAt(tree, ['b'])).toMatchObject({ seat: 1, words: 'b!' })
    expect(nodeAt(tree, ['b', 'c'])).toMatchObject({ seat: 0, words: 'c!' })
    expect(learnt(tree, ['b', 'c'], log([1, 'b'], [0, 'c']))).toBe(tree)
    expect(bare(tree)).toEqual(lineOf(['b', 'c']))
  })

  it('are listed turn by turn, forks after what was played', () => {
    let tree = grown(lineOf(main), ['a', 'b', 'x'])
    tree = learnt(tree, main, log([0, 'a'], [0, 'b'], [1, 'c'], [0, 'd']))
    tree = learnt(tree, ['a', 'b', 'x'], log([0, 'a'], [0, 'b'], [1, 'x']))
    const listed = rows(tree).map((row) => [row.turn, row.nodes.map((node) => node.action).join(''), row.depth, row.begins])
    expect(listed).toEqual([
      [1, 'ab', 0, false],
      [2, 'c', 0, false],
      [2, 'x', 1, true],
      [3, 'd', 0, false],
    ])
    expect(rows(ROOT)).toEqual([])
  })

  it('fork at the very beginning too', () => {
    const listed = rows(grown(lineOf(['a', 'b']), ['x'])).map((row) => [row.nodes[0]?.action, row.depth])
    expect(listed).toEqual([
      ['a', 0],
      ['x', 1],
      ['b', 0],
    ])
  })
})
