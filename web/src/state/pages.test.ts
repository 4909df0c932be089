import { describe, expect, it } from 'vitest'
import { arrangement, choicesOf } from '../home/arrangement'
import { fill } from '../i18n.svelte'
import { inline, markdown } from '../parts/markdown'
import type { GameInfo } from '../protocol'
import { routeOf, unescaped } from '../router.svelte'
import { rows, samples } from './course'
import {
  claimFor,
  forgetTable,
  keepInvitations,
  keepTable,
  keptInvitations,
  keptTables,
  removedTables,
  removeTable,
  secretIn,
} from './secrets'

function shelf() {
  const kept = new Map<string, string>()
  return { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) }
}

describe('addresses', () => {
  it.each([
    ['/', { page: 'home' }],
    ['/g/abc', { page: 'table', table: 'abc' }],
    ['/j/abc', { page: 'invitation', table: 'abc' }],
    ['/rules/blox', { page: 'rules', title: 'blox' }],
    ['/rules', { page: 'rules', title: '' }],
    ['/records', { page: 'records' }],
    ['/puzzles', { page: 'puzzles' }],
    ['/puzzles/blox', { page: 'puzzle', title: 'blox' }],
    ['/puzzles/Chess!', { page: 'nowhere' }],
    ['/nothing', { page: 'nowhere' }],
    ['/g/a/b', { page: 'nowhere' }],
    ['/g/a%2Db', { page: 'table', table: 'a-b' }],
    ['/g/a%20b', { page: 'nowhere' }],
    ['/j/..%2Fapi', { page: 'nowhere' }],
    ['/g/%E0%A4%A', { page: 'nowhere' }],
    ['/rules/%', { page: 'nowhere' }],
    ['/rules/chess', { page: 'rules', title: 'chess' }],
    ['/rules/Chess!', { page: 'nowhere' }],
    ['/%', { page: 'nowhere' }],
  ])('%s', (path, route) => expect(routeOf(path)).toEqual(route))
  it('may hold escapes that mean nothing', () => expect([unescaped('%'), unescaped('%C3%A9')]).toEqual([null, 'é']))
})

describe('secrets', () => {
  const secret = 'a'.repeat(22)
  it('are taken from a fragment, and only if they look like one', () => {
    expect(secretIn(`#${secret}`)).toBe(secret)
    expect(secretIn('#T5.2')).toBeNull()
  })
  it('are kept table by table, the latest first', () => {
    const box = shelf()
    expect(keepTable('one', [secret], 'torres', 1, box)).toEqual([secret])
    keepTable('two', ['b'.repeat(22)], 'blox', 2, box)
    expect(keepTable('one', [], '', 3, box)).toEqual([secret])
    expect(keptTables(box).map((kept) => [kept.table, kept.game])).toEqual([
      ['one', 'torres'],
      ['two', 'blox'],
    ])
    forgetTable('one', box)
    expect(keptTables(box).length).toBe(1)
    expect(keepTable('watched', [], '', 4, box)).toEqual([])
    expect(keptTables(box).length).toBe(1)
  })
  it('of a table that was removed stay away until it is opened again', () => {
    const box = shelf()
    for (const table of ['one', 'two']) keepTable(table, [secret], 'torres', 1, box)
    removeTable('one', box)
    expect([keptTables(box).map((kept) => kept.table), removedTables(box)]).toEqual([['two'], ['one']])
    keepTable('two', [secret], 'torres', 2, box)
    expect(removedTables(box)).toEqual(['one'])
    keepTable('one', [secret], 'torres', 2, box)
    expect(removedTables(box)).toEqual([])
  })
  it('of friends are kept apart', () => {
    const box = shelf()
    keepInvitations('one', [{ seat: 1, secret, link: `/j/one#${secret}` }], box)
    expect(keptInvitations('one', box)).toEqual([{ seat: 1, secret, link: `/j/one#${secret}` }])
    expect(keptInvitations('two', box)).toEqual([])
  })
  it('claim a seat with the same word again, and each with its own', () => {
    const box = shelf()
    const claim = claimFor('one', secret, box)
    expect(claim).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect(claimFor('one', secret, box)).toBe(claim)
    expect(claimFor('two', secret, box)).not.toBe(claim)
    expect(claimFor('one', secret, shelf())).not.toBe(claim)
  })
})

describe('words', () => {
  it('fill their gaps', () => expect(fill('{a} to {b}, {c}', { a: 1, b: 'x' })).toBe('1 to x, {c}'))
  it('put words in their number', () => {
    const said = (n: number, language: 'en' | 'fr') => fill('{n} {n|card|cards}', { n }, language)
    expect([0, 1, 2].map((n) => said(n, 'en'))).toEqual(['0 cards', '1 card', '2 cards'])
    expect([0, 1, 2].map((n) => said(n, 'fr'))).toEqual(['0 card', '1 card', '2 cards'])
  })
  it('are read as the little Markdown of the rules', () => {
    expect(inline('a **b** `c` [d](blox.md#B1)')).toEqual([
      { type: 'text', text: 'a ' },
      { type: 'bold', text: 'b' },
      { type: 'text', text: ' ' },
      { type: 'code', text: 'c' },
      { type: 'text', text: ' ' },
      { type: 'link', text: 'd', href: '/rules/blox#B1' },
    ])
    expect(inline('[x](javascript:alert)')[0]).toMatchObject({ href: '#' })
    const blocks = markdown('one\ntwo\n\n- a\n  b\n- c\n\n| h |\n|---|\n| x |\n\n```\ncode\n```')
    expect(blocks.map((block) => block.type)).toEqual(['paragraph', 'list', 'table', 'code'])
  })
})

describe('the table builder', () => {
  const info = {
    title: 'torres',
    presets: [{ name: 'classic', values: { cards: 'shared' } }],
    options: [{ name: 'cards', default: 'shared', values: ['none', 'shared'], labels: ['no', 'yes'] }],
  } as unknown as GameInfo
  const sit = (kind: 'here' | 'link' | 'bot') => ({ kind, name: ' Leo ', bot: 'greedy' })

  it('names only what differs from the edition', () => {
    const wish = arrangement(info, 'classic', { cards: 'shared' }, [sit('here'), sit('bot')])
    expect(wish.options).toEqual({ seats: 2, preset: 'classic' })
    expect(wish.seats).toEqual([
      { kind: 'here', name: 'Leo' },
      { kind: 'bot', name: '', bot: 'greedy' },
    ])
    expect(wish.seen).toBe('link')
    const other = arrangement(info, 'classic', { cards: 'none' }, [sit('here'), sit('link')], 'public')
    expect(other.options).toMatchObject({ cards: 'none' })
    expect(other.seen).toBe('public')
  })
  it('offers the values of an option with their labels', () => {
    expect(choicesOf(info.options[0]!)).toEqual([
      { value: 'none', label: 'no' },
      { value: 'shared', label: 'yes' },
    ])
  })
})

describe('the course of a game', () => {
  it('shows a scoring that brought nobody anything', () => {
    const empty = { terms: [], totals: [4, 1] }
    expect(rows(empty, 2, [4, 1], [4, 1]).map((row) => row.points)).toEqual([[0, 0]])
    expect(rows(empty, 2, [4, 1], [3, 1]).map((row) => row.points)).toEqual([[1, 0]])
  })
  it('is looked at evenly, first and last included', () => {
    expect(samples(4, 2)).toEqual([0, 2, 4])
    expect(samples(100).length).toBe(25)
    expect(samples(0)).toEqual([0])
  })
})
