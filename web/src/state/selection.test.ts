import { describe, expect, it } from 'vitest'
import type { Choice } from '../protocol'
import { choiceOf } from './choice'
import { isEmpty, litPlaces, matching, NOTHING, pick, placeless } from './selection'

function choice(text: string): Choice {
  const words = text.split(' ')
  const kind = words[0] === 'play' ? words.slice(0, 2).join(' ') : (words[0] ?? '')
  return choiceOf(text, { kind, squares: words.filter((word) => /^[a-h][1-8]$/.test(word)) })
}

const CHOICES = [
  'move b6 b7',
  'move b6 d4',
  'move c3 c4',
  'block d4',
  'block a1 2',
  'block a1 3',
  'knight d4',
  'point',
  'end 1',
  'end 2',
  'play lift b6 e5',
].map(choice)

const game = {
  places: (one: Choice) => one.squares,
  direct: (one: Choice) => !one.kind.startsWith('play'),
  shape: () => 'step' as const,
}
const on = (path: string[], kind: string | null = null) => ({ ...NOTHING, path, kind })

describe('with nothing selected', () => {
  it('lights the squares that begin a choice, cards left out', () => {
    const lit = litPlaces(CHOICES, NOTHING, game, {})
    expect([...lit.keys()].sort()).toEqual(['a1', 'b6', 'c3', 'd4'])
    expect(lit.get('b6')).toMatchObject({ shape: 'figure', final: false })
    expect(lit.get('d4')).toMatchObject({ final: true })
    expect(isEmpty(NOTHING)).toBe(true)
  })
  it('selects a figure, chooses among several, refuses the rest', () => {
    expect(pick(CHOICES, NOTHING, 'b6', game, {})).toEqual({ does: 'select', selection: on(['b6']) })
    expect(pick(CHOICES, NOTHING, 'd4', game, {})).toMatchObject({ does: 'choose' })
    expect(pick(CHOICES, NOTHING, 'h8', game, {})).toEqual({ does: 'refuse', place: 'h8' })
  })
})

describe('with a figure selected', () => {
  it('lights its targets', () => {
    expect([...litPlaces(CHOICES, on(['b6']), game, {}).keys()]).toEqual(['b7', 'd4'])
  })
  it('submits a target, puts the figure down, takes another, refuses the rest', () => {
    expect(pick(CHOICES, on(['b6']), 'd4', game, {})).toMatchObject({ does: 'submit', choice: { text: 'move b6 d4' } })
    expect(pick(CHOICES, on(['b6']), 'b6', game, {})).toEqual({ does: 'select', selection: on([]) })
    expect(pick(CHOICES, on(['b6']), 'c3', game, {})).toEqual({ does: 'select', selection: on(['c3']) })
    expect(pick(CHOICES, on(['b6']), 'a1', game, {})).toEqual({ does: 'refuse', place: 'a1' })
  })
})

describe('with a kind chosen', () => {
  it('leaves only its choices', () => {
    expect(matching(CHOICES, on([], 'block'), game, {}).length).toBe(3)
    expect(pick(CHOICES, on([], 'block'), 'd4', game, {})).toMatchObject({ does: 'submit', choice: { text: 'block d4' } })
    expect(pick(CHOICES, on([], 'block'), 'a1', game, {})).toMatchObject({ does: 'choose' })
    expect(pick(CHOICES, on([], 'play lift'), 'b6', game, {})).toMatchObject({ does: 'select' })
  })
  it('can be narrowed by the tray', () => {
    const narrowed = { ...on([], 'block'), narrow: (one: Choice) => one.text.endsWith('3') }
    expect(pick(CHOICES, narrowed, 'a1', game, {})).toMatchObject({ does: 'submit', choice: { text: 'block a1 3' } })
  })
  it('knows kinds that need no place', () => {
    expect(placeless(CHOICES, 'end', game).map((one) => one.text)).toEqual(['end 1', 'end 2'])
    expect(placeless(CHOICES, 'move', game)).toEqual([])
  })
})
