import { describe, expect, it } from 'vitest'
import type { LogEntry, Moment, TableState, ToBrowser } from '../protocol'
import {
  asOf,
  gained,
  gainedInAll,
  gap,
  lasted,
  lastTouched,
  mergedLog,
  played,
  reduce,
  refusedUndo,
  scorings,
  sinceLastTurn,
  turns,
  UNKNOWN,
} from './messages'

function entry(number: number, text: string, kind: LogEntry['kind'] = 'action', seat = 0): LogEntry {
  const squares = text.split(' ').filter((word) => /^[a-h][1-8]$/.test(word))
  return {
    number,
    kind,
    seat,
    action: null,
    text,
    sentence: text,
    squares,
    at: 0,
    way: [],
    floors: [],
    price: '',
    gained: [],
    news: [],
    scored: null,
    brief: '',
    facts: {},
  }
}

function state(number: number, log: LogEntry[]): TableState {
  return { type: 'state', number, log, yours: [0] } as unknown as TableState
}

describe('the log', () => {
  it('grows by what is new, and is replaced when told whole again', () => {
    const one = [entry(1, 'a'), entry(2, 'b')]
    expect(mergedLog(one, [entry(3, 'c')]).map((line) => line.text)).toEqual(['a', 'b', 'c'])
    expect(mergedLog(one, [])).toBe(one)
    expect(mergedLog(one, [entry(1, 'x')]).map((line) => line.text)).toEqual(['x'])
    expect(mergedLog(one, [entry(2, 'B'), entry(3, 'c')]).map((line) => line.text)).toEqual(['a', 'B', 'c'])
  })
  it('comes in pages where it is long: what lies between is asked for', () => {
    const from = (first: number): LogEntry[] => [entry(first, 'x'), entry(first + 1, 'y')]
    expect(gap([], [])).toBeNull()
    expect(gap([], from(1))).toBeNull()
    expect(gap(from(1), from(3))).toBeNull()
    expect(gap([], from(500))).toEqual({ since: 0, before: 500 })
    expect(gap(from(9), from(500))).toEqual({ since: 10, before: 500 })
    expect(gap(from(500), from(500))).toEqual({ since: 0, before: 500 }) // in another language
  })
  it('lasts to the last action: a rematch or words an hour later are no part of the game', () => {
    const minute = (entry: LogEntry, at: number): LogEntry => ({ ...entry, at: at * 60000 })
    const log = [minute(entry(1, 'a1'), 1), minute(entry(2, 'a2'), 12), minute(entry(3, 'over', 'over'), 12)]
    expect(lasted(log)).toBe(12)
    expect(lasted([...log, minute(entry(4, 'gg', 'chat'), 40), minute(entry(5, 'x', 'rematch'), 90)])).toBe(12)
    expect(lasted([])).toBe(1)
  })
  it('counts points with scorings, or without', () => {
    const scored = { title: 'Year 1', terms: [] }
    const log = [
      { ...entry(1, 'a'), gained: [1, 0] },
      { ...entry(2, 'b'), gained: [5, 7], scored },
    ]
    expect([0, 1].map((seat) => gainedInAll(log, seat))).toEqual([6, 7])
    expect([0, 1].map((seat) => gained(log, seat))).toEqual([1, 0])
  })
  it('tells the asker who refused an undo, until something else happens', () => {
    const log = [entry(1, 'a1'), entry(2, 'undo?', 'undo', 0), entry(3, 'undo no', 'undo', 1)]
    expect(refusedUndo(log, [0])).toBe(1)
    expect(refusedUndo(log, [1])).toBeNull()
    expect(refusedUndo([...log, entry(4, 'hm', 'chat', 1)], [0])).toBe(1)
    expect(refusedUndo([...log, entry(4, 'a2')], [0])).toBeNull()
    expect(refusedUndo([...log, entry(4, 'undo?', 'undo', 0)], [0])).toBeNull()
    expect(refusedUndo(log.slice(0, 2), [0])).toBeNull()
    expect(played(log)).toHaveLength(1)
  })
  it('takes undone actions off; an undo that only asks changes nothing', () => {
    const log = [entry(1, 'a1'), entry(2, 'a2'), entry(3, 'undo?', 'undo'), entry(4, 'undo 1', 'undo'), entry(5, 'a3')]
    expect(played(log).map((line) => line.text)).toEqual(['a1', 'a3'])
    expect(played([...log, entry(6, 'undo 0', 'undo')])).toEqual([])
  })
  it('knows what others touched since one acted', () => {
    const log = [entry(1, 'move a1 a2'), entry(2, 'move b1 b2', 'action', 1), entry(3, 'block c1', 'action', 2)]
    expect(lastTouched(log, [0])).toEqual(['b1', 'b2', 'c1'])
    expect(lastTouched(log, [2])).toEqual([])
    expect(lastTouched(log, [])).toEqual(['c1'])
    expect(sinceLastTurn(log, [0]).length).toBe(2)
    expect(sinceLastTurn(log, [3]).length).toBe(3)
  })
})

describe('turns', () => {
  const scored = { title: 'Year 1', terms: [] }
  const log: LogEntry[] = [
    { ...entry(1, 'move a1 a2'), gained: [1, 0] },
    { ...entry(2, 'end'), gained: [12, 3], news: ['Year 1 is scored'], scored },
    entry(3, 'king c3'),
    entry(4, 'block c1', 'action', 1),
  ]

  it('group what one seat does in one go, and end where a year does', () => {
    expect(turns(log, 7).map((turn) => [turn.seat, turn.from, turn.entries.length])).toEqual([
      [0, 7, 2],
      [0, 9, 1],
      [1, 10, 1],
    ])
  })
  it('tell points of their own from those of a scoring', () => {
    expect(gained(log, 0)).toBe(1)
    expect(scorings(log)).toEqual([{ at: 1, scored }])
  })
})

describe('messages', () => {
  it('a state replaces the state, clears what was refused before it', () => {
    let known = reduce(UNKNOWN, state(2, [entry(1, 'a'), entry(2, 'b')]))
    known = reduce(known, { type: 'refused', action: 'x', reason: 'r', clause: 'T1', sentence: 's' })
    expect(known.refused?.clause).toBe('T1')
    known = reduce({ ...known, waiting: true }, state(2, []))
    expect(known.refused).not.toBeNull()
    known = reduce(known, state(3, [entry(3, 'c')]))
    expect(known.refused).toBeNull()
    expect(known.log.length).toBe(3)
    expect(known.waiting).toBe(false)
  })
  it('what the disk lost of a table is said once', () => {
    const damaged = { ...state(2, []), damage: 'The end is lost.' }
    let known = reduce(UNKNOWN, damaged)
    expect(known.trouble?.sentence).toBe('The end is lost.')
    known = reduce(known, { ...damaged, number: 3 })
    expect(known.trouble).toBeNull()
  })
  it('trouble ends waiting; a pong changes nothing', () => {
    const waiting = { ...UNKNOWN, waiting: true }
    const trouble: ToBrowser = { type: 'trouble', reason: 'stale', sentence: 's', number: 4 }
    expect(reduce(waiting, trouble)).toMatchObject({ waiting: false, trouble })
    expect(reduce(waiting, { type: 'pong' })).toBe(waiting)
  })
})

describe('a moment of the past', () => {
  const now = {
    ...state(9, []),
    to_move: null,
    seats: [
      { seat: 0, points: 90, thinking: true },
      { seat: 1, points: 70, thinking: false },
    ],
  } as unknown as TableState
  const moment = {
    view: { scores: [3, 5] },
    facts: {},
    points: [3, 5],
    ledger: { terms: [], totals: [4, 8] },
    to_move: 1,
  } as unknown as Moment

  it('shows where everybody stood then, and who was to move', () => {
    const then = asOf(now, moment)
    expect(then.seats.map((seat) => seat.points)).toEqual([3, 5])
    expect(then.seats.some((seat) => seat.thinking)).toBe(false)
    expect([then.to_move, then.ledger.totals, then.view]).toEqual([1, [4, 8], { scores: [3, 5] }])
    expect(now.seats[0]?.points).toBe(90)
  })
})
