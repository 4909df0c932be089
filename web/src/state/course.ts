// The course of a finished game: what was scored when, and where everybody stood on the way.
import { api } from '../api'
import { documentOf } from '../games'
import type { Document, GameModule, LedgerRow } from '../games/types'
import { voice } from '../i18n.svelte'
import type { LogEntry, Ledger, Moment, TableState } from '../protocol'
import { scorings } from './messages'

export interface CourseRow {
  key: string
  label: string
  clause: string
  points: number[]
  places: string[] // where on the board it is, if anywhere
}

export interface Course {
  sections: { title: string; rows: CourseRow[] }[]
  steps: { at: number; totals: number[] }[]
  marks: { at: number; title: string }[]
}

interface Source {
  id: string
  secrets: string[]
  state: TableState | null
  game: GameModule | null
  actions: LogEntry[]
}

const SAMPLES = 24

export async function history(table: Source): Promise<Course | null> {
  const { state, game, actions } = table
  if (!state || !game) return null
  const moment = (at: number): Promise<Moment> => api.moment(table.id, at, voice.language, table.secrets)
  const found = scorings(actions)
  const sections: Course['sections'] = []
  let before = state.seats.map(() => 0)
  let stood = before
  actions.forEach((entry) => {
    stood = stood.map((points, seat) => points + (entry.gained?.[seat] ?? 0))
    if (!entry.scored) return
    sections.push({ title: entry.scored.title, rows: rows(entry.scored, state.seats.length, stood, before) })
    before = stood
  })
  if (sections.length === 0) sections.push(...lastSections(state, game))
  const spots = samples(actions.length)
  const steps = await Promise.all(
    spots.map(async (at) => ({ at, totals: at === actions.length ? finals(state) : (await moment(at)).ledger.totals })),
  )
  return { sections, steps, marks: found.map(({ scored, at }) => ({ title: scored.title, at })) }
}

function finals(state: TableState): number[] {
  return (state.outcome?.['points'] as number[] | undefined) ?? state.seats.map((seat) => seat.points)
}

/** Evenly spread moments, the first and the last among them. */
export function samples(actions: number, most = SAMPLES): number[] {
  const count = Math.min(most, actions)
  if (count === 0) return [0]
  return Array.from({ length: count + 1 }, (_, i) => Math.round((i * actions) / count))
}

/** The terms of one scoring, put together by what they are for; the rest came on the way, be it nothing. */
export function rows(ledger: Pick<Ledger, 'terms'>, seats: number, after: number[], before: number[]): CourseRow[] {
  const found = new Map<string, CourseRow>()
  for (const term of ledger.terms) {
    const row = found.get(term.what) ?? {
      key: term.what,
      label: term.label,
      clause: term.clause,
      points: new Array<number>(seats).fill(0),
      places: [],
    }
    row.points[term.seat] = (row.points[term.seat] ?? 0) + term.points
    found.set(term.what, row)
  }
  const scored = [...found.values()]
  const rest = after.map((points, seat) => {
    const sum = scored.reduce((all, row) => all + (row.points[seat] ?? 0), 0)
    return points - (before[seat] ?? 0) - sum
  })
  if (scored.length === 0 || rest.some((points) => points !== 0)) {
    scored.push({ key: 'rest', label: voice.say('end.rest'), clause: '', points: rest, places: [] })
  }
  return scored
}

/** What the ledger says at the end, by stretches of the game where its terms name them. */
export function lastSections(state: TableState, game: GameModule): Course['sections'] {
  const { terms } = state.ledger
  const spans = [...new Set(terms.map(({ span }) => span))].sort()
  return (spans.length > 0 ? spans : ['']).map((title) => {
    const ledger = { ...state.ledger, terms: terms.filter(({ span }) => span === title) }
    return { title: title ?? '', rows: lastRows({ ...state, ledger }, game, documentOf(game, state)) }
  })
}

function lastRows(state: TableState, game: GameModule, document: Document): CourseRow[] {
  return game.ledger(state, document, voice.say).map((row: LedgerRow) => ({
    key: row.key,
    label: [row.label, row.note].filter(Boolean).join(' · '),
    clause: row.clause,
    points: row.cells.map((cell) => cell?.points ?? 0),
    places: row.places,
  }))
}
