// Squares of BLOX in words.
import type { Say } from '../../../i18n.svelte'
import type { SeatState } from '../../../protocol'
import type { Cell, Colour } from './position'

/** Return a colour by name. */
export function colourName(colour: Colour, say: Say): string {
  return say(`blox:colour.${colour}`)
}

/** Return what stands on a square: "white, tower of 3: black, grey, white". */
export function standsWords(cell: Cell, seats: SeatState[], say: Say): string {
  const colour = colourName(cell.colour, say)
  if (cell.blocks.length > 0) {
    const blocks = cell.blocks.map((block) => colourName(block, say)).join(', ')
    return say('web-blox:place.tower', { colour, height: cell.blocks.length, blocks })
  }
  if (cell.figure === 'n') return say('web-blox:place.neutral', { colour })
  if (cell.figure !== null) {
    const seat = seats.find(({ seat }) => seat === cell.figure)
    return say('web-blox:place.figure', { colour, seat: seat ? `${seat.letter} ${seat.name}`.trim() : '?' })
  }
  return say('web-blox:place.empty', { colour })
}
