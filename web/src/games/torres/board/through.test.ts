import { describe, expect, it } from 'vitest'
import { silhouette, squareAt, top, turned } from './isometric'
import { body, grains, hiddenThings, hitAreas, hitAt, inside, onTheSpot } from './through'

/** A die that always falls the same way. */
function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * sides)
  }
}

interface Scene {
  heights: number[]
  figures: string[]
  lit: Set<number>
}

/** Towers up to 7 high, 25 figures, lit squares: more than a game has. */
function scene(seed: number): Scene {
  const roll = dice(seed)
  const heights = Array.from({ length: 64 }, () => (roll(2) === 0 ? 0 : roll(8)))
  const figures = new Array<string>(64).fill('.')
  for (let i = 0; i < 25; i++) figures[roll(64)] = i === 0 ? 'K' : String(roll(4))
  const lit = new Set(Array.from({ length: 12 }, () => roll(64)))
  return { heights, figures, lit }
}

/** A board with nothing on it. */
function bare(): { heights: number[]; figures: string[] } {
  return { heights: new Array<number>(64).fill(0), figures: new Array<string>(64).fill('.') }
}

const SCENES = Array.from({ length: 60 }, (_, i) => scene(i + 1))

describe('behind towers', () => {
  it('a knight behind a tower of 2 is seen through it', () => {
    const { heights, figures } = bare()
    const [knight, tower] = [squareAt(3, 3, 0), squareAt(4, 4, 0)]
    heights[tower] = 2
    figures[knight] = '0'
    const found = hiddenThings(heights, figures, new Set(), 0)
    expect(found.map(({ square, covers }) => [square, covers])).toEqual([[knight, [tower]]])
    expect(hiddenThings(heights, figures, new Set(), 2)).toEqual([])
  })

  it('every figure and every target is drawn where one can see it, in every rotation', () => {
    for (const { heights, figures, lit } of SCENES) {
      for (let turn = 0; turn < 4; turn++) {
        const hidden = hiddenThings(heights, figures, lit, turn)
        const through = new Set(hidden.filter(({ kind }) => kind === 'figure').map(({ square }) => square))
        figures.forEach((figure, square) => {
          if (figure === '.' || through.has(square)) return
          const [x, y] = turned(square, turn)
          const later = heights.flatMap((height, other) => {
            const [ox, oy] = turned(other, turn)
            return height > 0 && other !== square && ox >= x && oy >= y ? [silhouette(ox, oy, height)] : []
          })
          const free = grains(body(square, heights, turn)).filter((at) => !later.some((column) => inside(at, column)))
          expect(free.length).toBeGreaterThan(0)
        })
        const targets = new Set(hidden.filter(({ kind }) => kind === 'target').map(({ square }) => square))
        for (const square of lit) {
          if (targets.has(square)) continue // drawn through what covers it
          const [x, y] = turned(square, turn)
          const later = heights.flatMap((height, other) => {
            const [ox, oy] = turned(other, turn)
            return height > 0 && other !== square && ox >= x && oy >= y ? [silhouette(ox, oy, height)] : []
          })
          const face = grains(top(x, y, heights[square] ?? 0, 0.05))
          expect(face.some((at) => !later.some((column) => inside(at, column)))).toBe(true)
        }
      }
    }
  })

  it('every figure and every target can be hit, in every rotation', () => {
    for (const { heights, figures, lit } of SCENES) {
      for (let turn = 0; turn < 4; turn++) {
        const hidden = hiddenThings(heights, figures, lit, turn)
        const areas = hitAreas(heights, figures, hidden, lit, turn)
        const wanted = new Set([...lit, ...figures.flatMap((figure, square) => (figure === '.' ? [] : [square]))])
        for (const square of wanted) {
          const own = areas.filter((area) => area.square === square && area.kind !== 'wall')
          const reached = own.some(({ corners }) => grains(corners, 14).some((at) => hitAt(at, areas, lit) === square))
          // A figure that is not lit gives way to what is, and to nothing else.
          const gives = (): boolean =>
            !lit.has(square) && own.some(({ corners }) => grains(corners, 14).some((at) => lit.has(hitAt(at, areas, lit))))
          expect(reached || gives()).toBe(true)
        }
      }
    }
  })

  it('a figure on a lit tower does not lose its tap to one behind it that is not lit', () => {
    const { heights, figures } = bare()
    const [behind, tower] = [squareAt(3, 3, 0), squareAt(4, 4, 0)]
    heights[tower] = 2
    figures[behind] = '1'
    figures[tower] = '0'
    const lit = new Set([tower])
    const hidden = hiddenThings(heights, figures, lit, 0)
    const areas = hitAreas(heights, figures, hidden, lit, 0)
    const [thing] = hidden
    expect(thing && hitAt(thing.disc, areas, lit)).toBe(tower)
    expect(thing && hitAt(thing.disc, areas, new Set([behind, tower]))).toBe(behind)
    expect(thing && onTheSpot(thing, heights, figures, 0)).toEqual([tower])
  })
})
