// How a table's page is arranged in a window of some size. Sizes are in CSS pixels: zoom makes a window smaller.

/** `phone`: one column that scrolls; `stacked`: seats left, the turn below the board; `rail`: the turn right of it. */
export type Arrangement = 'phone' | 'stacked' | 'rail'

export interface Layout {
  arrangement: Arrangement
  strip: boolean // seats stand in a row above the board, and the score in the rail, or below the board
  rail: number // width of the rail
  graph: 'under' | 'over' | 'panel' // of a review: below the board, above it, or among what is said about it
}

const PHONE = { width: 768, height: 500 }
const LEAST_RAIL = 860
const WIDE = 1200
const VERY_WIDE = 1600
const UPRIGHT = 1.3
const HIGH = 840 // a graph under the board leaves it its size

/** Arrange a window; `wide` tells that the board is much wider than high. */
export function arranged(width: number, height: number, wide: boolean): Layout {
  const graph = width >= WIDE && height >= HIGH ? 'under' : 'panel'
  if (width < PHONE.width || height < PHONE.height)
    return { arrangement: 'phone', strip: false, rail: 0, graph: height < PHONE.height ? 'panel' : 'over' }
  const beside = width >= WIDE || (width >= LEAST_RAIL && width > 1.15 * height)
  if (!beside) return { arrangement: 'stacked', strip: wide && height >= UPRIGHT * width, rail: 0, graph }
  const strip = width < (wide ? VERY_WIDE : WIDE)
  const rail = width < WIDE ? 316 : width < 1340 ? 340 : width < VERY_WIDE ? 356 : 372
  return { arrangement: 'rail', strip, rail, graph }
}
