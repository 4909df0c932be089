// One table as this browser knows it: a pure function from messages to state.
import type { LogEntry, Moment, Refused, Scored, TableState, ToBrowser, Trouble } from '../protocol'

export interface Known {
  state: TableState | null
  log: LogEntry[] // all of it, in order
  refused: Refused | null
  trouble: Trouble | null
  waiting: boolean // for the answer to a submit or undo
}

export const UNKNOWN: Known = { state: null, log: [], refused: null, trouble: null, waiting: false }

export function reduce(known: Known, message: ToBrowser): Known {
  switch (message.type) {
    case 'state': {
      const moved = known.state?.number !== message.number
      return {
        state: message,
        log: mergedLog(known.log, message.log),
        refused: moved ? null : known.refused,
        trouble: lost(known.state, message),
        waiting: false,
      }
    }
    case 'refused':
      return { ...known, refused: message, waiting: false }
    case 'trouble':
      return { ...known, trouble: message, waiting: false }
    default:
      return known
  }
}

/** What the server's disk lost of this table is said once, like any other trouble. */
function lost(before: TableState | null, now: TableState): Trouble | null {
  if (!now.damage || now.damage === before?.damage) return null
  return { type: 'trouble', reason: 'damage', sentence: now.damage, number: now.number }
}

/** Put new entries behind the known ones; an entry that comes again replaces the old (language). */
export function mergedLog(known: LogEntry[], fresh: LogEntry[]): LogEntry[] {
  if (fresh.length === 0) return known
  const first = fresh[0]?.number ?? 0
  if (first <= 1) return fresh
  return [...known.filter((entry) => entry.number < first), ...fresh]
}

/** Which entries lie between those known and those that came: a long log comes in pages, its end first. */
export function gap(known: LogEntry[], fresh: LogEntry[]): { since: number; before: number } | null {
  const first = fresh[0]?.number ?? 1
  const last = known.at(-1)?.number ?? 0
  if (first <= 1 || first === last + 1) return null
  // What comes again is told in another language: so must be all before it.
  return { since: first > last ? last : 0, before: first }
}

/** The numbers of what is marked on the board, in the order of each turn; null for what leaves no mark. */
export function markNumbers(entries: LogEntry[]): (number | null)[] {
  let seat: number | null = null
  let count = 0
  return entries.map((entry) => {
    if (entry.seat !== seat) count = 0
    seat = entry.seat
    return entry.way.length > 0 || entry.squares.length > 0 ? (count += 1) : null
  })
}

/** The actions that count: those undone are taken off. */
export function played(log: LogEntry[]): LogEntry[] {
  const found: LogEntry[] = []
  for (const entry of log) {
    if (entry.kind === 'action') found.push(entry)
    // `undo 57` leaves 57 actions, `undo?` only asks.
    const left = entry.kind === 'undo' ? /^undo (\d+)$/.exec(entry.text)?.[1] : undefined
    if (left !== undefined) found.splice(Number(left))
  }
  return found
}

/** The squares that others touched since one of `mine` acted; to a watcher, those of the last turn. */
export function lastTouched(actions: LogEntry[], mine: readonly number[]): string[] {
  const last = actions.at(-1)
  const since = actions.findLastIndex((entry) =>
    mine.length > 0 ? entry.seat !== null && mine.includes(entry.seat) : entry.seat !== last?.seat,
  )
  return [...new Set(actions.slice(since + 1).flatMap((entry) => entry.squares))]
}

/** How many minutes a game lasted: to its last action, whatever was said or asked for afterwards. */
export function lasted(log: LogEntry[]): number {
  return Math.max(1, Math.round((played(log).at(-1)?.at ?? 0) / 60000))
}

/** What happened since one of `mine` last acted. */
export function sinceLastTurn(actions: LogEntry[], mine: readonly number[]): LogEntry[] {
  const last = actions.findLastIndex((entry) => entry.seat !== null && mine.includes(entry.seat))
  return actions.slice(last + 1)
}

/** The actions of one seat in one go, with how many had been played before the first of them. */
export interface Turn {
  seat: number | null
  from: number
  entries: LogEntry[]
}

/** Actions grouped by turns; `from`: how many had been played before. */
export function turns(actions: LogEntry[], from = 0): Turn[] {
  const found: Turn[] = []
  actions.forEach((entry, i) => {
    const last = found.at(-1)
    // What began by an action ends its group, so that the news stand between.
    if (last && last.seat === entry.seat && !last.entries.at(-1)?.news?.length) last.entries.push(entry)
    else found.push({ seat: entry.seat, from: from + i, entries: [entry] })
  })
  return found
}

/** What `seat` gained by some actions. */
export function gained(entries: LogEntry[], seat: number): number {
  return entries.reduce((sum, entry) => sum + (entry.scored ? 0 : (entry.gained?.[seat] ?? 0)), 0)
}

/** What `seat` gained by some actions, scorings among them. */
export function gainedInAll(entries: LogEntry[], seat: number): number {
  return entries.reduce((sum, entry) => sum + (entry.gained?.[seat] ?? 0), 0)
}

/** The actions that brought a scoring, with how many had been played before each. */
export function scorings(actions: LogEntry[]): { at: number; scored: Scored }[] {
  return actions.flatMap((entry, at) => (entry.scored ? [{ at, scored: entry.scored }] : []))
}

/** The table as it stood at a moment of its past: who was to move, and where everybody stood. */
export function asOf(state: TableState, moment: Moment): TableState {
  const seats = state.seats.map((seat) => ({ ...seat, points: moment.points[seat.seat] ?? 0, thinking: false }))
  const { view, diagram, facts, ledger, to_move } = moment
  return { ...state, view, diagram, facts, ledger, to_move, seats }
}

/** Who did not want the undo that one of `mine` asked for, until something else is played or asked. */
export function refusedUndo(log: LogEntry[], mine: readonly number[]): number | null {
  const last = log.findLastIndex((entry) => entry.kind === 'action' || entry.kind === 'undo')
  if (log[last]?.text !== 'undo no') return null
  const asked = log.slice(0, last).findLast((entry) => entry.text === 'undo?')
  return asked && asked.seat !== null && mine.includes(asked.seat) ? (log[last]?.seat ?? null) : null
}
