// Which hint of a first game is due. No rules: what is asked stands in the messages.
import type { Document, LedgerRow, Place } from '../games/types'
import type { FirstGameInfo, LogEntry, TableState, TipInfo } from '../protocol'
import { turns } from '../state/messages'

/** What a hint may look at. */
export interface Scene {
  state: TableState
  document: Document
  actions: LogEntry[] // played so far
  rows: LedgerRow[]
  me: number
  scored: boolean // a scoring is shown, or has just been
}

/** How many turns one has begun, this one too if it is one's own. */
export function ownTurn({ state, actions, me }: Scene): number {
  const own = turns(actions).filter(({ seat }) => seat === me)
  const running = actions.at(-1)?.seat === me && state.staged > 0
  return own.length + (state.to_move === me && !running ? 1 : 0)
}

/** The line of the ledger that gives one most. */
export function bestRow({ rows, me }: Scene): LedgerRow | null {
  const mine = rows.filter((row) => (row.cells[me]?.points ?? 0) > 0)
  return mine.sort((a, b) => (b.cells[me]?.points ?? 0) - (a.cells[me]?.points ?? 0))[0] ?? null
}

function kind(text: string): string {
  return text.split(' ')[0] ?? ''
}

function holds({ when }: TipInfo, scene: Scene): boolean {
  const { state, document, actions, me } = scene
  if (when.scored) return scene.scored
  if (state.to_move !== me) return false
  if (when.offers !== null) {
    const offered = state.choices.filter((choice) => choice.kind === when.offers)
    if (!offered.some((choice) => choice.gains >= (when.gains ?? 0))) return false
  }
  if (when.turn !== null && ownTurn(scene) < when.turn) return false
  if (when.played !== null && !actions.some((entry) => entry.seat === me && kind(entry.text) === when.played)) return false
  if (when.met !== null && !actions.some((entry) => entry.seat !== me && kind(entry.text) === when.met)) return false
  if (when.counts && !bestRow(scene)) return false
  return Object.entries(when.where).every(([key, value]) => document[key] === value)
}

/** When a hint was given last. */
export interface Moment {
  turn: number
  document: Document
}

/** One hint a turn is enough, unless another part of the turn has begun, or something was scored. */
function timely({ when }: TipInfo, scene: Scene, last: Moment | null): boolean {
  if (!last || when.scored || ownTurn(scene) !== last.turn) return true
  return Object.entries(when.where).some(([key, value]) => last.document[key] !== value)
}

/** The first hint that is due and was never given. */
export function due(first: FirstGameInfo, seen: readonly string[], scene: Scene, last: Moment | null = null): TipInfo | null {
  return first.tips.find((tip) => !seen.includes(tip.name) && holds(tip, scene) && timely(tip, scene, last)) ?? null
}

/** The place of the board that a hint speaks of. */
export function spotOf(tip: TipInfo, scene: Scene, places: (choice: TableState['choices'][number]) => Place[]): Place | null {
  if (tip.at === 'offer') {
    const offered = scene.state.choices.filter((choice) => choice.kind === tip.when.offers)
    const most = Math.max(...offered.map(({ gains }) => gains))
    const ends = offered.filter(({ gains }) => gains === most).map((choice) => places(choice).at(-1))
    return most > 0 || new Set(ends).size === 1 ? (ends[0] ?? null) : null // many that are alike: all are lit, none is meant
  }
  if (tip.at === 'own')
    return scene.actions.findLast((entry) => entry.seat === scene.me && entry.squares.length > 0)?.squares.at(-1) ?? null
  if (tip.at === 'row') return bestRow(scene)?.places[0] ?? null
  return ['tray', 'ledger', ''].includes(tip.at) ? null : tip.at
}

/** What fills the gaps of its sentence. */
export function gapsOf(scene: Scene, place: Place | null): Record<string, string | number> {
  const row = bestRow(scene)
  const cell = row?.cells[scene.me]
  return { place: place ?? '', row: row?.label ?? '', size: row?.note ?? '', points: cell?.points ?? 0, by: cell?.note ?? '' }
}
