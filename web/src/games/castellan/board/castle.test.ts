import { describe, expect, it } from 'vitest'
import { bounds, enclosed, keepSpot, lately, openEnds, readPiece, readPieces, wallEdges } from './castle'
import { contour, depth, fitted, handle, nextInDirection, wholeCastle, zoomed } from './geometry'

const pieces = readPieces([
  'tower 0,0',
  'tower 2,0',
  'tower 0,1',
  'tower 2,1',
  'long 0,0 E',
  'short 0,0 N',
  'long 0,1 E',
  'short 2,0 N',
  'short -1,0 E',
])

describe('a castle', () => {
  it('reads pieces and nothing else', () => {
    expect(readPiece('short -1,0 E')).toEqual({ text: 'short -1,0 E', kind: 'short', x: -1, y: 0, heading: 'E' })
    expect(readPiece('draw W T')).toBeNull()
  })
  it('knows open ends and bounds', () => {
    expect(openEnds(pieces)).toEqual(['-1,0'])
    expect(bounds(pieces)).toEqual({ left: -1, right: 2, bottom: 0, top: 1 })
  })
  it('puts the keep where there is room', () => {
    const edges = wallEdges(pieces)
    const none = new Set<string>()
    expect(keepSpot(['0,0', '1,0'], edges, none)).toEqual({ x: 1, y: 0.5, shape: 'wide' })
    expect(keepSpot(['0,0', '0,1'], edges, none)).toEqual({ x: 0.5, y: 0.5, shape: 'small' })
    expect(keepSpot(['4,0', '4,1'], edges, none)).toEqual({ x: 4.5, y: 1, shape: 'tall' })
    expect(keepSpot(['4,4', '5,4', '4,5', '5,5'], edges, none)).toEqual({ x: 5, y: 5, shape: 'wide' })
    expect(keepSpot(['4,4', '5,4', '6,4'], edges, new Set(['5,4']))).toMatchObject({ x: 6 })
  })
  it('has the courtyards that it is told, whatever stands there', () => {
    const told = { cell: '0,0', cells: ['0,0', '5,5'], towers: 9 }
    expect(enclosed({ facts: { courtyards: [told], corners: [], next: 0 } }, '0,0')).toEqual(told)
  })
  it('knows the pieces of the last turn by their points', () => {
    expect([...lately(pieces, ['-1,0', '0,0'])]).toEqual(['short -1,0 E'])
  })
})

describe('a courtyard', () => {
  it('is outlined without a cross in its middle', () => {
    expect(contour(['0,0']).split('M').length - 1).toBe(4)
    expect(contour(['0,0', '1,0', '0,1', '1,1']).split('M').length - 1).toBe(8)
  })
})

describe('the screen', () => {
  it('shows the whole castle in any shape', () => {
    const frame = wholeCastle(pieces)
    const wide = fitted(frame, 3)
    expect(wide.width / wide.height).toBeCloseTo(3)
    expect(wide.width).toBeGreaterThanOrEqual(frame.width)
    expect(wide.height).toBeGreaterThanOrEqual(frame.height - 1e-9)
  })
  it('zooms around a point', () => {
    const near = zoomed({ x: 0, y: 0, width: 100, height: 50 }, 2, { x: 50, y: 25 })
    expect(near).toEqual({ x: 25, y: 12.5, width: 50, height: 25 })
  })
  it('keeps the handles of walls that overlap apart', () => {
    const towers = new Set(['0,0', '3,0', '1,-1'])
    const spots = readPieces(['long 0,0 E', 'long 1,0 E', 'long 1,-1 N']).map((piece) => handle(piece, towers))
    for (const a of spots) {
      for (const b of spots) {
        if (a !== b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(36)
      }
    }
  })
  it('walks from handle to handle', () => {
    const handles = [
      { x: 0, y: 0 },
      { x: 100, y: 5 },
      { x: 0, y: -90 },
    ]
    expect(nextInDirection(handles, 0, { x: 1, y: 0 })).toBe(1)
    expect(nextInDirection(handles, 0, { x: 0, y: -1 })).toBe(2)
    expect(nextInDirection(handles, 0, { x: -1, y: 0 })).toBe(0)
  })
  it('paints the north first', () => {
    const texts = [...pieces].sort((a, b) => depth(a) - depth(b)).map(({ text }) => text)
    expect(texts.slice(0, 3)).toEqual(['long 0,1 E', 'tower 0,1', 'tower 2,1'])
    expect(texts.indexOf('short 0,0 N')).toBeLessThan(texts.indexOf('long 0,0 E'))
  })
})
