/** What a seat can do now in BLOX, read from the choices it was told, and how a person narrows it. */

import type { Choice } from '../../protocol'
import { COLOURS, asColour, type Cell, type Colour } from '../../boards/blox/position'

export type Kind = 'enter' | 'move' | 'destroy' | 'build' | 'hit' | 'change'

export const KINDS: readonly Kind[] = ['enter', 'move', 'destroy', 'build', 'hit', 'change']

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

/** What a person has pointed at so far; a choice must agree with all of it. */
export interface Narrowing {
  kind: Kind | null
  from: string | null
  entry: string | null
  cards: Colour[]
  joker: boolean
}

export const OPEN: Narrowing = { kind: null, from: null, entry: null, cards: [], joker: false }

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

/** Return the ways that agree with what was pointed at; a joker switched on must be used. */
export function narrowed(ways: Way[], by: Narrowing): Way[] {
  return ways.filter(
    (way) =>
      (by.kind === null ? way.kind !== 'change' : way.kind === by.kind) &&
      (by.from === null || way.from === by.from) &&
      (by.entry === null || way.entry === by.entry) &&
      (by.kind === 'change' ? sameCards(way.pays, by.cards) : among(by.cards, way.pays)) &&
      (!by.joker || way.joker),
  )
}

function sameCards(some: Colour[], others: Colour[]): boolean {
  return some.length === others.length && among(some, others)
}

/** Return the ways without the joker, or where there is none, those with it. */
export function thrifty(ways: Way[], joker: boolean): Way[] {
  const plain = ways.filter((way) => !way.joker)
  return joker || plain.length === 0 ? ways : plain
}

export type Mark = 'move' | 'destroy' | 'hit' | 'enter' | 'build'

/** A lit square: what can be done there, and whether only the joker can pay it. */
export interface Target {
  square: string
  mark: Mark
  joker: boolean
  ways: Way[]
}

/** Return the squares that end a way, each with all its ways. */
export function targets(ways: Way[]): Map<string, Target> {
  const found = new Map<string, Target>()
  for (const way of ways) {
    if (way.to === null || way.kind === 'change') continue
    const known = found.get(way.to)
    if (known) {
      known.ways.push(way)
      known.joker &&= way.joker
    } else {
      found.set(way.to, { square: way.to, mark: way.kind, joker: way.joker, ways: [way] })
    }
  }
  return found
}

/** Return own figures that can act, with how many ways each has. */
export function actors(ways: Way[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const { from } of ways) {
    if (from !== null) found.set(from, (found.get(from) ?? 0) + 1)
  }
  return found
}

/** Return the text that an impossible click would have been, to ask why. */
export function askedText(by: Narrowing, square: string, cell: Cell | undefined): string | null {
  const joker = by.joker ? ' *' : ''
  if (by.entry !== null) return `enter ${by.entry} ${square}${joker}`
  if (by.from === null || by.from === square || !cell) return null
  if (cell.blocks.length > 0) {
    const wild = by.joker ? ` *${cell.blocks[0]}` : ''
    return `destroy ${by.from} ${square}${wild}`
  }
  if (cell.figure !== null) return `hit ${by.from} ${square} 3${joker}`
  return `move ${by.from} ${square}${joker}`
}
