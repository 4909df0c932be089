import { describe, expect, it } from 'vitest'
import type { LogEntry, TableState } from '../protocol'
import { undoBarred } from './undoing'

const table = (given: Partial<TableState>): TableState =>
  ({ yours: [0], undo: false, undo_needs_consent: false, undo_asked: null, ...given }) as TableState
const by = (seat: number): LogEntry => ({ seat }) as LogEntry
const ASKED = { wish: 3, seat: 0, waits_for: [1] }

describe('why nothing can be taken back', () => {
  it.each([
    ['nothing played', table({}), [by(1)], true, false, 'undo.no.nothing'],
    ['what stays', table({}), [by(0)], true, false, 'undo.no.final'],
    ['the past', table({ undo: true }), [by(0)], false, false, 'undo.no.past'],
    ['a covered hand', table({ undo: true }), [by(0)], true, true, 'undo.no.covered'],
    ['a wish that waits', table({ undo: true, undo_needs_consent: true, undo_asked: ASKED }), [by(0)], true, false, 'undo.no.asked'],
    ['nothing bars it', table({ undo: true }), [by(0)], true, false, null],
    ['consent to be asked for', table({ undo: true, undo_needs_consent: true }), [by(0)], true, false, null],
  ])('%s', (_, state, actions, live, covered, reason) => {
    expect(undoBarred(state, actions, live, covered)).toBe(reason)
  })
})
