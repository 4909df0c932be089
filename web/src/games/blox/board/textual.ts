// The board of BLOX as a grid of words and short signs, for the text view.
import type { Say } from '../../../i18n.svelte'
import type { Document, Place } from '../../types'
import { SIZE, byName, readBoard, squareName, type BloxView, type Cell } from './position'
import { colourName } from './words'

function cellAt(document: Document, place: Place): Cell | undefined {
  return byName(readBoard((document as unknown as BloxView).board)).get(place)
}

export function rows(): Place[][] {
  const line = Array.from({ length: SIZE }, (_, n) => n)
  return line.map((row) => line.map((file) => squareName(file, SIZE - 1 - row)))
}

/** "♟A" a figure, "♟–" a neutral one, "3 bgw" a tower with its blocks from the ground up. */
export function cell(document: Document, place: Place): string {
  const found = cellAt(document, place)
  if (!found) return ''
  if (found.blocks.length > 0) return `${found.blocks.length} ${found.blocks.join('')}`
  if (found.figure === null) return '·'
  return `♟${found.figure === 'n' ? '–' : 'ABCD'.charAt(found.figure)}`
}

/** The colour of a square in words: letters stand for blocks and seats already. */
export function note(document: Document, place: Place, say: Say): string {
  const found = cellAt(document, place)
  return found ? colourName(found.colour, say) : ''
}
