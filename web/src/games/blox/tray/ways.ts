/** What a seat can do now in BLOX, read from the choices it was told, and how a person narrows it. */

import type { Choice } from '../../../protocol'
import { COLOURS, asColour, type Cell, type Colour } from '../board/position'

export type Kind = 'enter' | 'move' | 'destroy' | 'build' | 'hit' | 'change'

/** One choice, as it was told. */
export interface Way {
  choice: Choice
  kind: Kind
  from: string | null // the figure that acts
  to: string | null // the square it acts on: of a build, its own
  pays: Colour[] // the hand cards it takes
  joker: boolean
}

/** Read what a choice does and takes. */
export function readWay(choice: Choice): Way {
  const { kind, squares, facts } = choice
  const to = squares.at(-1) ?? null
  return {
    choice,
    kind: kind as Kind,
    from: kind === 'enter' ? null : (squares[0] ?? null),
    to,
    pays: [...String(facts['pays'] ?? '')].map(asColour),
    joker: facts['joker'] === true,
  }
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
export function askedText(
  from: string | null,
  entry: string | null,
  square: string,
  cell: Cell | undefined,
  fewestHit: number,
): string | null {
  if (entry !== null) return `enter ${entry} ${square}`
  if (from === null || from === square || !cell) return null
  if (cell.blocks.length > 0) return `destroy ${from} ${square}`
  if (cell.figure !== null) return `hit ${from} ${square} ${fewestHit}`
  return `move ${from} ${square}`
}
