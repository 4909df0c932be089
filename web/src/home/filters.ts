// Which tables of the lobby are shown: by title, seats, edition and pace.
import type { TableSummary } from '../protocol'

export interface Filter {
  game: string // '': all
  seats: number // 0: any
  summary: string // an edition with its variants, in words; '': any
  pace: '' | 'none' | 'live' | 'turns'
}

export const ALL: Filter = { game: '', seats: 0, summary: '', pace: '' }

export function passes(table: TableSummary, filter: Filter): boolean {
  return (
    (!filter.game || table.game === filter.game) &&
    (!filter.seats || table.seats.length === filter.seats) &&
    (!filter.summary || table.summary === filter.summary) &&
    (!filter.pace || (table.pace?.kind ?? 'none') === filter.pace)
  )
}

/** The editions among some tables, each once, in the order of the alphabet. */
export function editions(tables: TableSummary[], game: string): string[] {
  return [...new Set(tables.filter((table) => !game || table.game === game).map(({ summary }) => summary))].sort()
}

/** How many filters are set besides the title. */
export function narrowed({ seats, summary, pace }: Filter): number {
  return [seats, summary, pace].filter(Boolean).length
}
