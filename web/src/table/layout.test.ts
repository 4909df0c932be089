import { describe, expect, it } from 'vitest'
import { arranged } from './layout'

describe('a window', () => {
  it.each([
    [390, 844, 'phone'],
    [844, 390, 'phone'],
    [820, 1180, 'stacked'],
    [1024, 768, 'rail'],
    [1280, 720, 'rail'],
    [1366, 768, 'rail'],
    [1920, 1080, 'rail'],
    [911, 512, 'rail'], // 1366 x 768 at 150 %
    [1200, 1900, 'rail'],
  ])('of %d x %d is arranged as %s', (width, height, arrangement) => {
    expect(arranged(width, height, false).arrangement).toBe(arrangement)
  })
  it('gives a wide board the width of the seats, until there is enough for both', () => {
    expect(arranged(1366, 768, true).strip).toBe(true)
    expect(arranged(1366, 768, false).strip).toBe(false)
    expect(arranged(1920, 1080, true).strip).toBe(false)
    expect(arranged(1024, 768, false).strip).toBe(true)
  })
  it('gives a wide board the whole width of an upright tablet', () => {
    expect(arranged(820, 1180, true)).toEqual({ arrangement: 'stacked', strip: true, rail: 0, graph: 'panel' })
    expect(arranged(820, 1180, false).strip).toBe(false)
    expect(arranged(900, 1000, true).strip).toBe(false) // too low for the score below it
  })
  it.each([
    [1440, 900, 'under'],
    [1920, 1080, 'under'],
    [1366, 768, 'panel'], // the board needs the height
    [1024, 1300, 'panel'],
    [390, 844, 'over'],
    [844, 390, 'panel'],
  ])('of %d x %d shows the graph of a review %s the board, or among its words', (width, height, graph) => {
    expect(arranged(width, height, false).graph).toBe(graph)
  })
  it('leaves the board nearly half of every window with a rail, or more', () => {
    for (let width = 860; width < 2600; width += 20) {
      const { arrangement, rail, strip } = arranged(width, width / 1.78, false)
      if (arrangement === 'rail') expect(width - rail - (strip ? 0 : 284)).toBeGreaterThan(0.47 * width)
    }
  })
})
