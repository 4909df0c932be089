import { describe, expect, it } from 'vitest'
import type { LogEntry } from '../../../protocol'
import { bevel, CELL, flatSpot, outline } from './flat'
import { centre, inFront, nearest, paintOrder, project, squareAt, turned } from './isometric'
import { game } from '../game'
import { castleAt, nameOf, read, squareOf } from './position'

const BOARD = `
.. .. 1. 23 10 .. .. ..
.. 1. .. 1. .. 1K 1. ..
.. 10 32 .. .. 31 22 ..
1. .. 41 2. .. 20 .. 11
21 .. .. 1. .3 .. 1. 23
1. .. 32 .. 1. 23 .. ..
.. 1. 1. 20 .. .. .. ..
.. .. .. .. 1. 22 1. ..`

const CASTLES = [['b6', 'b7', 'c5', 'c6', 'd5'], ['g8']]
const position = read({ board: BOARD, stage: 'turn', scores: [0, 0, 0, 0], stacks: [[2], [2, 2], [3], []], facts: { castles: CASTLES } })
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
  it('has the castles that it is told, whatever stands there', () => {
    expect(castleAt(position, at('b6'))).toEqual(CASTLES[0]?.map(at))
    expect(castleAt(position, at('g8'))).toEqual([at('g8')])
    expect(castleAt(position, at('e8'))).toBeNull()
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
    const parts = outline([[0]], 0).split('M').length - 1
    expect(parts).toBe(4)
    expect(outline([[0, 1]], 0).split('M').length - 1).toBe(6)
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
  it('stand where the log says', () => {
    const entry = (facts: Record<string, unknown>) => ({ text: 'block c3', facts }) as unknown as LogEntry
    expect([entry({ laid: 'd3' }), entry({})].map((one) => game.built?.(one))).toEqual([['d3'], []])
  })
})
