import { describe, expect, it } from 'vitest'
import { bevel, CELL, flatSpot, outline } from './flat'
import { centre, inFront, nearest, paintOrder, project, squareAt, turned } from './isometric'
import { built } from '../game'
import { castles, castleAt, nameOf, read, squareOf } from './position'

const BOARD = `
.. .. 1. 23 10 .. .. ..
.. 1. .. 1. .. 1K 1. ..
.. 10 32 .. .. 31 22 ..
1. .. 41 2. .. 20 .. 11
21 .. .. 1. .3 .. 1. 23
1. .. 32 .. 1. 23 .. ..
.. 1. 1. 20 .. .. .. ..
.. .. .. .. 1. 22 1. ..`

const position = read({ board: BOARD, stage: 'turn', scores: [0, 0, 0, 0], stacks: [[2], [2, 2], [3], []] })
const at = (name: string): number => squareOf(name)

describe('a position document', () => {
  it('is read rank 8 first', () => {
    expect(position.heights[at('c5')]).toBe(4)
    expect(position.figures[at('c5')]).toBe('1')
    expect(position.figures[at('f7')]).toBe('K')
    expect(position.heights[at('a1')]).toBe(0)
  })
  it('names squares both ways', () => {
    for (let square = 0; square < 64; square++) expect(squareOf(nameOf(square))).toBe(square)
    expect(squareOf('i9')).toBe(-1)
  })
  it('shows castles as towers that touch', () => {
    const all = castles(position.heights)
    expect(all.length).toBe(8)
    expect(castleAt(position.heights, at('b6'))?.squares.length).toBe(6)
    expect(castleAt(position.heights, at('h8'))).toBeNull()
  })
})

describe('the flat board', () => {
  it('has a1 at the lower left, and turns clockwise', () => {
    expect(flatSpot(at('a1'), 0)).toEqual({ x: 0, y: 7 * CELL })
    expect(flatSpot(at('a1'), 1)).toEqual({ x: 0, y: 0 })
    expect(flatSpot(at('a1'), 2)).toEqual({ x: 7 * CELL, y: 0 })
    expect(flatSpot(at('a1'), 4)).toEqual(flatSpot(at('a1'), 0))
  })
  it('draws wider edges on higher towers', () => {
    expect(bevel(0, 0, 1).light).toContain('2.8')
    expect(bevel(0, 0, 3).light).toContain('5.4')
  })
  it('outlines a castle of one square by its four sides', () => {
    const parts = outline([{ squares: [0], badge: 0 }], 0).split('M').length - 1
    expect(parts).toBe(4)
    expect(outline([{ squares: [0, 1], badge: 0 }], 0).split('M').length - 1).toBe(6)
  })
})

describe('the isometric board', () => {
  it('keeps the ratios of the recipe', () => {
    expect(project(1, 0, 0)).toEqual({ x: 50, y: 25 })
    expect(project(0, 1, 1)).toEqual({ x: -50, y: -6 })
  })
  it('has file a and rank 8 in front, and four quarter turns', () => {
    expect(turned(at('a8'), 0)).toEqual([7, 7])
    expect(turned(at('h8'), 0)).toEqual([0, 7])
    for (let square = 0; square < 64; square++) {
      expect(turned(square, 4)).toEqual(turned(square, 0))
      for (let turn = 0; turn < 4; turn++) expect(squareAt(...turned(square, turn), turn)).toBe(square)
    }
  })
  it('paints what stands behind first', () => {
    const order = paintOrder(1)
    expect(new Set(order).size).toBe(64)
    const depth = (square: number): number => turned(square, 1).reduce((sum, part) => sum + part, 0)
    for (let i = 1; i < 64; i++) expect(depth(order[i] ?? 0)).toBeGreaterThanOrEqual(depth(order[i - 1] ?? 0))
  })
  it('ghosts what stands in front and higher, nothing else', () => {
    const heights = new Array<number>(64).fill(0)
    heights[squareAt(4, 4, 0)] = 3
    expect(inFront(squareAt(3, 3, 0), heights, 0)).toContain(squareAt(4, 4, 0))
    expect(inFront(squareAt(5, 5, 0), heights, 0)).toEqual([])
    expect(inFront(squareAt(0, 0, 0), heights, 0)).toEqual([])
  })
  it('finds the nearest top face for a finger', () => {
    for (const name of ['a1', 'd4', 'h8', 'c5']) {
      const [x, y] = turned(at(name), 2)
      const spot = centre(x, y, position.heights[at(name)] ?? 0)
      expect(nearest({ x: spot.x + 3, y: spot.y - 2 }, position.heights, 2, 40)).toBe(at(name))
    }
    expect(nearest({ x: 5000, y: 0 }, position.heights, 0, 40)).toBe(-1)
  })
})

describe('blocks laid this turn', () => {
  it.each([
    ['block c3 2', ['c3'], ['c3']],
    ['play shift c3 d3', ['c3', 'd3'], ['d3']],
    ['play raise c3 open', ['c3'], ['c3']],
    ['move c3 d4', ['c3', 'd4'], []],
    ['knight c3', ['c3'], []],
  ])('%s lays %s', (text, squares, laid) => {
    expect(built({ text, squares })).toEqual(laid)
  })
})
