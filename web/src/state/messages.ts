// One table as this browser knows it: a pure function from messages to state.
import type { Entry, Moment, Refused, TableState, ToBrowser, Trouble } from '../protocol'

export interface Known {
  state: TableState | null
  log: Entry[] // all of it, in order
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
        trouble: null,
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

/** Put new entries behind the known ones; an entry that comes again replaces the old (language). */
export function mergedLog(known: Entry[], fresh: Entry[]): Entry[] {
  if (fresh.length === 0) return known
  const first = fresh[0]?.number ?? 0
  if (first <= 1) return fresh
  return [...known.filter((entry) => entry.number < first), ...fresh]
}

/** The actions that count, and those undone since the last of them: what could be done again, in order. */
function byFate(log: Entry[]): { played: Entry[]; undone: Entry[] } {
  const played: Entry[] = []
  let undone: Entry[] = []
  for (const entry of log) {
    if (entry.kind === 'action') {
      played.push(entry)
      undone = entry.text === undone[0]?.text ? undone.slice(1) : []
    }
    // `undo 57` leaves 57 actions, `undo?` only asks.
    const left = entry.kind === 'undo' ? /^undo (\d+)$/.exec(entry.text)?.[1] : undefined
    if (left !== undefined) undone = [...played.splice(Number(left)), ...undone]
  }
  return { played, undone }
}

/** The actions that count: those undone are taken off. */
export function played(log: Entry[]): Entry[] {
  return byFate(log).played
}

/** What was undone and could be done again, the next first. */
export function undone(log: Entry[]): Entry[] {
  return byFate(log).undone
}

/** The squares that others touched since one of `mine` acted; to a watcher, those of the last turn. */
export function lastTouched(actions: Entry[], mine: readonly number[]): string[] {
  const last = actions.at(-1)
  const since = actions.findLastIndex((entry) =>
    mine.length > 0 ? entry.seat !== null && mine.includes(entry.seat) : entry.seat !== last?.seat,
  )
  return [...new Set(actions.slice(since + 1).flatMap((entry) => entry.squares))]
}

/** Did everybody get just what the ledger promised, and somebody something? */
export function isScoring(
  before: Pick<TableState, 'ledger' | 'view'>,
  after: Pick<TableState, 'view'>,
  points: (view: Record<string, unknown>) => number[],
): boolean {
  const earned = points(before.view).map((had, seat) => (points(after.view)[seat] ?? 0) - had)
  const promised = earned.map((_, seat) =>
    before.ledger.terms.reduce((sum, term) => sum + (term.seat === seat ? term.points : 0), 0),
  )
  // A marker that meets another jumps ahead, so a little more is a scoring too.
  return earned.every((got, seat) => got >= (promised[seat] ?? 0)) && promised.some((sum) => sum > 0)
}

/** What happened since `seat` last acted, its latest first action of others on. */
export function sinceLastTurn(actions: Entry[], seat: number): Entry[] {
  const mine = actions.findLastIndex((entry) => entry.seat === seat)
  return actions.slice(mine + 1)
}

/** The table as it stood at a moment of its past: who was to move, and where everybody stood. */
export function asOf(
  state: TableState,
  moment: Moment,
  points?: (view: Record<string, unknown>) => number[],
): TableState {
  const stood = points?.(moment.view) ?? moment.ledger.totals
  const seats = state.seats.map((seat) => ({ ...seat, points: stood[seat.seat] ?? 0, thinking: false }))
  return { ...state, view: moment.view, ledger: moment.ledger, to_move: moment.to_move, seats }
}
