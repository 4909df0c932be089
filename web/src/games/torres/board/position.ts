// A Torres position document and its facts, read for drawing: heights, figures, castles. No rules.
import type { Choice } from '../../../protocol'
import type { Document, Facts, Marks, Place } from '../../types'

export const FILES = 'abcdefgh'

export interface Torres {
  heights: number[] // by square, a1 = 0, b1 = 1, ... h8 = 63
  figures: string[] // '.', 'K', '0' to '3'
  stage: string
  year: number
  round: number
  toMove: number | null
  ap: number
  scores: number[]
  stacks: number[][]
  openStack: number | null
  kept: number[]
  hands: string[][]
  bought: string[]
  cardPlayed: boolean
  drawn: string[]
  left: number
  master: string | null
  supply: number
  seats: number
  decks: number[]
  castles: Castle[]
}

export function nameOf(square: number): Place {
  return `${FILES[square % 8]}${Math.floor(square / 8) + 1}`
}

export function squareOf(place: Place): number {
  if (!/^[a-h][1-8]$/.test(place)) return -1
  return FILES.indexOf(place[0] ?? '') + 8 * (Number(place[1]) - 1)
}

const CACHE = new WeakMap<Document, Torres>()

export function read(document: Document): Torres {
  const known = CACHE.get(document)
  if (known) return known
  const fresh = parse(document)
  CACHE.set(document, fresh)
  return fresh
}

function parse(document: Document): Torres {
  const heights = new Array<number>(64).fill(0)
  const figures = new Array<string>(64).fill('.')
  String(document['board'] ?? '')
    .trim()
    .split('\n')
    .forEach((line, i) => {
      line
        .trim()
        .split(/\s+/)
        .forEach((cell, file) => {
          const square = 8 * (7 - i) + file
          const figure = cell.slice(-1)
          heights[square] = Number(cell.slice(0, -1)) || 0
          figures[square] = figure
        })
    })
  const list = <T>(key: string): T[] => (Array.isArray(document[key]) ? (document[key] as T[]) : [])
  const stacks = list<number[]>('stacks')
  const facts = (document['facts'] ?? {}) as Facts
  const whole = (key: string, otherwise: number): number => Number(document[key] ?? otherwise)
  return {
    heights,
    figures,
    stage: String(document['stage'] ?? 'turn'),
    year: whole('year', 1),
    round: whole('round', 1),
    toMove: document['to_move'] === null ? null : whole('to_move', 0),
    ap: whole('ap', 0),
    scores: list('scores'),
    stacks,
    openStack: typeof document['open_stack'] === 'number' ? document['open_stack'] : null,
    kept: list('kept'),
    hands: list('hands'),
    bought: list('bought'),
    cardPlayed: document['card_played'] === true,
    drawn: list('drawn'),
    left: whole('left', 0),
    master: typeof document['master'] === 'string' ? document['master'] : null,
    supply: whole('supply', 0),
    seats: list('scores').length || 4,
    decks: list<string[]>('decks').map((deck) => deck.length),
    castles: ((facts['castles'] ?? []) as Place[][]).map((castle) => castle.map(squareOf)),
  }
}

/** Squares that make up a castle, as the server tells it. */
export type Castle = readonly number[]

export function castleAt({ castles }: Pick<Torres, 'castles'>, square: number): Castle | null {
  return castles.find((castle) => castle.includes(square)) ?? null
}

/** The choice that leads through a castle to the place that is looked at: the server told the way with it. */
export function throughTo({ selected, lit }: Marks, eyed: Place | null): Choice | undefined {
  const found = eyed && selected.length > 0 ? lit.get(eyed) : undefined
  return found?.shape === 'door' && found.final ? found.choices[0] : undefined
}
