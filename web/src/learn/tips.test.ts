import { describe, expect, it } from 'vitest'
import type { LogEntry, TableState, TipInfo } from '../protocol'
import { due, gapsOf, ownTurn, spotOf, type Scene } from './tips'

const NEVER = { offers: null, gains: null, turn: null, played: null, met: null, scored: false, counts: false, where: {} }

function tip(name: string, when: Partial<TipInfo['when']>, at = ''): TipInfo {
  return { name, when: { ...NEVER, ...when }, title: '', says: '', clause: '', at }
}

function entry(seat: number, text: string): LogEntry {
  return { seat, text, squares: text.split(' ').slice(1), news: [] } as unknown as LogEntry
}

function scene(changed: Partial<Scene> = {}, to_move = 0): Scene {
  const choices = [
    { kind: 'move', squares: ['a1', 'a2'], gains: 0 },
    { kind: 'destroy', squares: ['a1', 'c1'], gains: 2 },
    { kind: 'destroy', squares: ['a1', 'd1'], gains: 3 },
  ]
  const state = { to_move, choices, staged: 0 } as unknown as TableState
  const rows = [{ label: 'c3', note: '3', places: ['c3'], cells: [{ points: 6, note: '×2' }, null] }] as unknown as Scene['rows']
  return { state, document: { stage: 'turn' }, actions: [], rows, me: 0, scored: false, ...changed }
}

function found(tips: TipInfo[], seen: string[], at: Scene): string | null {
  return due({ seats: 2, options: {}, about: '', goal: '', tips }, seen, at)?.name ?? null
}

describe('a hint of the first game', () => {
  it('comes when all it waits for holds, and once', () => {
    const tips = [tip('gain', { offers: 'destroy', gains: 3 }), tip('second', { turn: 2 })]
    expect(found(tips, [], scene())).toBe('gain')
    expect(found(tips, ['gain'], scene())).toBeNull()
    const later = scene({ actions: [entry(0, 'move a1 a2'), entry(1, 'move h1 h2')] })
    expect(ownTurn(later)).toBe(2)
    expect(found(tips, ['gain'], later)).toBe('second')
  })
  it('comes at most once a turn, and again where another part of the turn begins', () => {
    const tips = [tip('turn', { turn: 1 }), tip('build', { where: { stage: 'build' } })]
    const first = { seats: 2, options: {}, about: '', goal: '', tips }
    const last = { turn: 1, document: { stage: 'play' } }
    expect(due(first, [], scene(), last)).toBeNull()
    expect(due(first, [], scene({ document: { stage: 'build' } }), last)?.name).toBe('build')
    expect(due(first, [], scene({ document: { stage: 'build' } }), { turn: 1, document: { stage: 'build' } })).toBeNull()
    expect(due(first, ['build'], scene({ actions: [entry(0, 'a'), entry(1, 'b')] }), last)?.name).toBe('turn')
  })
  it('waits for one’s own turn, unless something was scored', () => {
    const tips = [tip('where', { where: { stage: 'turn' } }), tip('scored', { scored: true })]
    expect(found(tips, [], scene({}, 1))).toBeNull()
    expect(found(tips, [], scene({ scored: true }, 1))).toBe('scored')
  })
  it('knows who played what', () => {
    const actions = [entry(0, 'move a1 a2'), entry(1, 'hit h1 h2')]
    expect(found([tip('met', { met: 'hit' })], [], scene({ actions }))).toBe('met')
    expect(found([tip('played', { played: 'hit' })], [], scene({ actions }))).toBeNull()
  })
  it('speaks of a place', () => {
    const places = (choice: { squares: string[] }) => choice.squares
    expect(spotOf(tip('a', { offers: 'destroy' }, 'offer'), scene(), places)).toBe('d1')
    expect(spotOf(tip('e', { offers: 'move' }, 'offer'), scene(), places)).toBe('a2')
    const alike = ['c1', 'd1'].map((square) => ({ kind: 'place', squares: [square], gains: 0 }))
    const state = { to_move: 0, choices: alike, staged: 0 } as unknown as TableState
    expect(spotOf(tip('f', { offers: 'place' }, 'offer'), scene({ state }), places)).toBeNull()
    expect(spotOf(tip('b', {}, 'own'), scene({ actions: [entry(0, 'move a1 a2')] }), places)).toBe('a2')
    expect(spotOf(tip('c', {}, 'row'), scene(), places)).toBe('c3')
    expect(spotOf(tip('d', {}, 'tray'), scene(), places)).toBeNull()
    expect(gapsOf(scene(), 'c3')).toEqual({ place: 'c3', row: 'c3', size: '3', points: 6, by: '×2' })
  })
})
