import { describe, expect, it } from 'vitest'
import type { Clause, TaughtPage } from '../protocol'
import { found } from './search'

const PAGE: TaughtPage = {
  id: 'doors',
  title: 'Through the doors',
  lead: 'Every block has doors.',
  boards: [],
  captions: [{ text: 'In where a square is higher.', clause: 'T5.3' }],
  heading: '',
  cases: [],
  shows: [],
}
const CLAUSES: Clause[] = [
  { id: 'T5.3', title: 'T5.3 Through a castle', depth: 3, text: 'Every block has doors in its walls.' },
  { id: 'T5.4', title: 'T5.4 Block', depth: 3, text: 'A block goes on a free square.' },
]

describe('the rules are searched', () => {
  it('pages first, then clauses', () => {
    expect(found([PAGE], CLAUSES, 'DOORS').map(({ id }) => id)).toEqual(['doors', 'T5.3'])
  })
  it('by all words, in captions too, and by number', () => {
    expect(found([PAGE], CLAUSES, 'higher in').map(({ id }) => id)).toEqual(['doors'])
    expect(found([PAGE], CLAUSES, 't5.4').map(({ id }) => id)).toEqual(['T5.4'])
    expect(found([PAGE], CLAUSES, 'dragon')).toEqual([])
  })
  it('and not at all for nothing', () => {
    expect(found([PAGE], CLAUSES, '  ')).toEqual([])
  })
})
