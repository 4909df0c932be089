// What a title shows is what it was told: facts that no rule of it would ever give are shown as they are, and no
// source of a title's module cites a clause or reckons points.
import { describe, expect, it } from 'vitest'
import type { TableState } from '../protocol'
import { choiceOf } from '../state/choice'
import { game as blox } from './blox/game'
import { game as castellan } from './castellan/game'
import { game as torres } from './torres/game'

const say = (key: string, gaps: Record<string, unknown> = {}): string =>
  [key, ...Object.entries(gaps).map(([name, value]) => `${name}=${String(value)}`)].join(' ')
const seats = [0, 1].map((seat) => ({ seat, letter: 'AB'[seat], name: `N${seat}` }))
const stateOf = (given: Record<string, unknown>): TableState =>
  ({ seats, yours: [0], choices: [], ledger: { terms: [], totals: [], settled: false }, facts: {}, ...given }) as unknown as TableState

describe('castles', () => {
  const board = Array.from({ length: 8 }, () => '.. .. .. .. .. .. .. ..').join('\n')
  const facts = { castles: [['a1', 'c3', 'h8']], cards: ['leap', 'six'], years: 7, rounds: 9, prices: { knight: 8 }, buying: true }
  const document = { board, stage: 'turn', ap: 3, facts }

  it('are those told, be they apart and on bare ground', () => {
    expect(torres.describe(document, 'c3', stateOf({}), say)).toContain('web-torres:castle area=3')
    const terms = [{ seat: 1, what: 'castle', label: '', at: 'a1', clause: '', points: 50 }]
    const [row] = torres.ledger(stateOf({ ledger: { terms, totals: [], settled: false } }), document, say)
    expect(row).toMatchObject({ key: 'h8', note: '3', places: ['a1', 'c3', 'h8'], cells: [null, { points: 50 }] })
  })
  it('keys are for the cards told, in their order', () => {
    expect(torres.keys(facts)).toMatchObject({ 1: 'play leap', 2: 'play six' })
    expect(torres.keys(facts)['3']).toBeUndefined()
  })
  it('a move goes through a door where floors are told, however near it ends', () => {
    const move = choiceOf('move a1 a2', { squares: ['a1', 'a2'] })
    expect(torres.shape(move, document)).toBe('step')
    expect(torres.shape({ ...move, floors: [1, 0] }, document)).toBe('door')
  })
  it('years, rounds and prices are those told', () => {
    expect(torres.chips(document, facts, say)[0]?.rest).toBe('web-torres:of-years years=7 round=1 rounds=9')
    expect(torres.cost(document, choiceOf('point', { price: 2 }), say)).toBe('web-torres:cost price=2 left=1')
  })
})

describe('courtyards', () => {
  const facts = { courtyards: [{ cell: '0,0', cells: ['0,0', '4,4'], towers: 11 }], corners: ['9,9'], next: 1 }
  const document = { stage: 'build', pieces: ['tower 0,0'], courtyards: [{ cell: '0,0', seat: 0, double: true }], to_move: 0, facts }

  it('count the towers told, and lie where they are told', () => {
    const terms = [{ seat: 0, what: 'courtyard', label: '', at: '0,0', clause: '', points: 5 }]
    const [row] = castellan.ledger(stateOf({ ledger: { terms, totals: [], settled: false } }), document, say)
    expect(row).toMatchObject({ note: 'web-castellan:ledger.doubled towers=11', cells: [{ points: 5 }, null] })
    expect(castellan.describe(document, '4,4', stateOf({}), say)).toContain('towers=11')
  })
  it('bring doubled what is told', () => {
    const choice = choiceOf('tower 1,0', { gains: 3 })
    expect(castellan.cost(document, choice, say)).toBe('web-castellan:cost.points points=+3 count=3')
    expect(castellan.cost(document, { ...choice, facts: { doubled: 17 } }, say)).toBe('web-castellan:cost.double points=+3 doubled=17')
  })
})

describe('phases', () => {
  const phases = [
    { destroy: 6, build: 2, towers: 40 },
    { destroy: 3, build: 9, towers: 0 },
  ]
  const facts = { towers: [1], phases, reserve: [12, 13], most_blocks: 99, fewest_hit: 8 }
  const board = Array.from({ length: 9 }, () => 'b. g. w. p. b. g. w. p. b0').join('\n')
  const document = { board, phase: 1, blocks: ['bb', ''], jokers: [true, true], to_move: 0, facts }

  it('allow what is told, and the second of two is the last', () => {
    expect(blox.side(document, stateOf({ facts }), say)?.text).toBe(
      'web-blox:phase.now destroy=6 build=2 web-blox:phase.next height=6 towers=40 next=2',
    )
    expect(blox.side({ ...document, phase: 2 }, stateOf({ facts }), say)?.text).toContain('web-blox:phase.last height=3')
  })
  it('a seat has what is told', () => {
    const labels = blox.holdings(document, facts, 1, say).map(({ label, words }) => `${label} ${words ?? ''}`)
    expect(labels.join()).toContain('13 web-blox:holding.reserve figures=13')
    expect(labels.join()).toContain('most=99')
  })
  it('an action takes what is told, and asks for as many cards as are told', () => {
    const move = choiceOf('move i1 h1', { squares: ['i1', 'h1'], facts: { pays: 'ww', joker: true } })
    expect(blox.cost(document, move, say)).toBe('web-blox:cost.pays cards=blox:colour.w ×2, web-blox:joker.word')
    expect(blox.attempt(document, { kind: 'hit', path: ['i2'], narrow: null }, 'i3', stateOf({}))).toBe('hit i2 i3 8')
  })
})

const sources = import.meta.glob<string>(['./*/**/*.{ts,svelte}', '!./**/*.test.ts'], { query: '?raw', import: 'default', eager: true })

/** What only a rule written again would say. */
const RULES: [string, RegExp][] = [
  ['cites a clause', /\b[A-Z]\d+\.\d+[,:)]/],
  ['reckons points', /(?:\d\s*\*\s*[\w.]*(?:gains|points|worth|price)\b|\b(?:gains|points|worth|price)\s*[*/]\s*\d)/],
  ['decides whose turn is next', /%\s*(?:[\w.]+\.)?seats\b/],
  ['takes a fact for granted', /facts\[?[^;\n]*\?\?\s*[1-9]/],
]

describe('a source of a title', () => {
  it('is read', () => expect(Object.keys(sources).length).toBeGreaterThan(40))
  it.each(RULES)('never %s', (_, rule) => {
    const found = Object.entries(sources).flatMap(([path, text]) =>
      text.split('\n').flatMap((line, i) => (rule.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : [])),
    )
    expect(found).toEqual([])
  })
  it('would be found out', () => {
    const written = [
      '(C5.1)',
      'yard.double ? points / 2 : points',
      '2 * choice.gains',
      '(own + 1) % table.seats.length',
      "facts['ap'] ?? 5",
    ]
    for (const line of written) expect(RULES.some(([, rule]) => rule.test(line))).toBe(true)
  })
})
