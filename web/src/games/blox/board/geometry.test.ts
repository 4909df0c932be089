import { describe, expect, it } from 'vitest'
import {
  clearOf,
  EDGE,
  EMBLEM,
  FLAT_DEEP,
  NUMERAL,
  RAISED_DEEP,
  TOP,
  entries,
  hidesBehind,
  middle,
  nearestEntry,
  sightEnds,
  signAt,
  spot,
  squareOf,
  towerTop,
} from './geometry'

describe('quarter turns', () => {
  it.each([
    [0, { column: 0, row: 8 }],
    [1, { column: 0, row: 0 }],
    [2, { column: 8, row: 0 }],
    [3, { column: 8, row: 8 }],
  ])('turn %i brings a1 to %j', (turn, expected) => {
    expect(spot(0, 0, turn)).toEqual(expected)
  })
  it('turns back', () => {
    for (let turn = -1; turn < 6; turn += 1) {
      expect(squareOf(spot(2, 5, turn), turn)).toEqual({ file: 2, rank: 5 })
    }
  })
})

describe('what stands behind a tower', () => {
  it.each([0, 1, 2, 3, 4, 5])('of %i is seen whole: its height, and a target on the ground', (front) => {
    const edge = RAISED_DEEP + towerTop(front) - EDGE // of the tower in front, in the square behind
    expect(signAt(RAISED_DEEP / 2, EMBLEM, clearOf(front)) + EMBLEM).toBeLessThanOrEqual(edge)
    for (const height of [1, 2, 3, 4, 5]) {
      const at = signAt(towerTop(height) + TOP / 2, NUMERAL, clearOf(front))
      expect(at + NUMERAL).toBeLessThanOrEqual(edge)
      expect(at).toBeLessThanOrEqual(towerTop(height) + TOP / 2)
    }
  })
  it('stands where it usually does while nothing reaches it', () => expect(signAt(31, EMBLEM, clearOf(2))).toBe(31))
})

describe('the raised view', () => {
  it('puts the middle of c5 where the recipe says', () => {
    expect(middle('c5', 0, RAISED_DEEP)).toEqual({ x: 175, y: 279 })
  })
  it('lets towers of 3 and more reach over the square behind', () => {
    expect([1, 2, 3, 4, 5].map(hidesBehind)).toEqual([false, false, true, true, true])
  })
  it('draws lines to the farthest targets only', () => {
    expect(sightEnds('c5', ['b5', 'a5', 'c6', 'd8', 'c7']).sort()).toEqual(['a5', 'c7'])
  })
})

describe('entries', () => {
  it.each([
    ['b5', 'W5'],
    ['h4', 'E4'],
    ['d8', 'Nd'],
    ['e2', 'Se'],
  ])('the nearest to %s is %s', (square, entry) => {
    expect(nearestEntry(square)).toBe(entry)
  })
  it('are 36, pointing inwards', () => {
    const all = entries(0, FLAT_DEEP, 14)
    expect(all.length).toBe(36)
    expect(all.find(({ name }) => name === 'W5')).toEqual({ name: 'W5', at: { x: -14, y: 315 }, angle: 0 })
    expect(all.find(({ name }) => name === 'Nc')?.angle).toBe(90)
    expect(entries(1, FLAT_DEEP, 14).find(({ name }) => name === 'W5')?.angle).toBe(90)
  })
})
