import { expect, test } from 'vitest'
import type { TableSummary } from '../protocol'
import { ALL, editions, narrowed, passes } from './filters'

function table(game: string, seats: number, summary: string, pace: 'live' | 'turns' | null): TableSummary {
  return {
    table: `${game}${seats}`,
    game,
    label: game,
    summary,
    status: 'waiting',
    seats: Array.from({ length: seats }, (_, seat) => ({ seat })) as TableSummary['seats'],
    to_move: null,
    actions: 0,
    changed: 0,
    open_seats: 1,
    pace: pace && { kind: pace, time: 60, increment: 0, late: 'loses' },
    watchers: 0,
  }
}
const tables = [table('a', 2, 'old', null), table('a', 4, 'new', 'turns'), table('b', 2, 'old', 'live')]
const shown = (filter: Partial<typeof ALL>): string[] => tables.filter((one) => passes(one, { ...ALL, ...filter })).map((one) => one.table)

test.each([
  [{}, ['a2', 'a4', 'b2']],
  [{ game: 'a' }, ['a2', 'a4']],
  [{ seats: 2 }, ['a2', 'b2']],
  [{ summary: 'new' }, ['a4']],
  [{ pace: 'none' as const }, ['a2']],
  [{ pace: 'live' as const, game: 'a' }, []],
])('%o shows %o', (filter, expected) => {
  expect(shown(filter)).toEqual(expected)
})

test('editions are told once, and of the title alone', () => {
  expect(editions(tables, '')).toEqual(['new', 'old'])
  expect(editions(tables, 'b')).toEqual(['old'])
})

test('filters besides the title are counted', () => {
  expect(narrowed({ ...ALL, game: 'a' })).toBe(0)
  expect(narrowed({ ...ALL, seats: 2, pace: 'turns' })).toBe(2)
})
