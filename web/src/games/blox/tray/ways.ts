/** What a seat can do now in BLOX, read from the choices it was told, and how a person narrows it. */

import type { Choice } from '../../../protocol'
import { COLOURS, asColour, type Cell, type Colour } from '../board/position'

export type Kind = 'enter' | 'move' | 'destroy' | 'build' | 'hit' | 'change'

/** One choice, taken apart. */
export interface Way {
  choice: Choice
  kind: Kind
  entry: string | null // `W5`, of an entering figure
  from: string | null // the figure that acts
  to: string | null // the square it acts on: of a build, its own
  pays: Colour[] // the hand cards it takes
  joker: boolean
  wild: Colour | null // the colour that the joker stands for, where it is told
}

/** Take a choice apart; the board tells what colours it costs. */
export function readWay(choice: Choice, cells: Map<string, Cell>): Way {
  const words = choice.text.split(' ')
  const last = words.at(-1) ?? ''
  const joker = last.startsWith('*')
  const wild = joker && last.length > 1 ? asColour(last.slice(1)) : null
  if (joker) words.pop()
  const [word = '', first = '', second = '', third = ''] = words
  const kind = word as Kind
  const way = { choice, kind, entry: null, from: null, to: null, joker, wild }
  const ground = cells.get(second)
  switch (kind) {
    case 'change':
      return { ...way, pays: [...first].map(asColour) }
    case 'build':
      return { ...way, from: first, to: first, pays: less([...second].map(asColour), wild) }
    case 'enter':
      return { ...way, entry: first, to: second, pays: ground && !joker ? [ground.colour] : [] }
    case 'move':
      return { ...way, from: first, to: second, pays: ground && !joker ? [ground.colour] : [] }
    case 'destroy':
      return { ...way, from: first, to: second, pays: less(ground?.blocks ?? [], wild) }
    case 'hit': {
      const cards = Number(third) - (joker ? 1 : 0)
      const pays = ground ? Array.from({ length: cards }, () => ground.colour) : []
      return { ...way, from: first, to: second, pays }
    }
  }
}

/** Return colours less one card of a colour. */
function less(colours: Colour[], one: Colour | null): Colour[] {
  const at = one === null ? -1 : colours.indexOf(one)
  return at < 0 ? [...colours] : colours.filter((_, index) => index !== at)
}

/** Tell whether `some` are among `all`, as often. */
export function among(some: Colour[], all: Colour[]): boolean {
  return COLOURS.every((colour) => count(some, colour) <= count(all, colour))
}

/** Return how often a colour occurs. */
export function count(colours: Iterable<string>, colour: Colour): number {
  let found = 0
  for (const one of colours) found += one === colour ? 1 : 0
  return found
}

/** Return the texts of ways to enter that another one equals: it leads to the same square. */
export function equalEntries(ways: Way[]): Set<string> {
  const known = new Set<string>()
  const twins = new Set<string>()
  for (const { kind, to, joker, choice } of ways) {
    if (kind !== 'enter') continue
    const landing = `${to} ${joker}`
    if (known.has(landing)) twins.add(choice.text)
    known.add(landing)
  }
  return twins
}

/** Return the places in the hand of the cards that pay a bill, chosen ones first. */
export function payers(hand: string, bill: Colour[], chosen: number[]): number[] {
  const found: number[] = []
  const order = [...chosen, ...Array.from(hand, (_, n) => n).filter((n) => !chosen.includes(n))]
  for (const colour of bill) {
    const card = order.find((n) => hand.charAt(n) === colour && !found.includes(n))
    if (card !== undefined) found.push(card)
  }
  return found
}

/** Return the text that a click on a square would have been, to ask why not: entering from an end,
 * or what the figure on `from` could mean there. */
export function askedText(from: string | null, entry: string | null, square: string, cell: Cell | undefined): string | null {
  if (entry !== null) return `enter ${entry} ${square}`
  if (from === null || from === square || !cell) return null
  if (cell.blocks.length > 0) return `destroy ${from} ${square}`
  if (cell.figure !== null) return `hit ${from} ${square} 3`
  return `move ${from} ${square}`
}
