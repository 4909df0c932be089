// Tables of the home page: what "Play now" opens, what was opened, which tables are mine.
import { api } from '../api'
import type { Told } from '../games/types'
import type { Say } from '../i18n.svelte'
import { preferences } from '../preferences.svelte'
import { isNew, progress } from '../learn/progress.svelte'
import type { BotInfo, ClockState, Course, GameInfo, Language, NewTable, OpenedTable, OwnTable, SeatWish, TableSummary } from '../protocol'
import { forgetTable, keepInvitations, keepTable, keptTables } from '../state/secrets'

export interface Mine {
  summary: TableSummary
  turn: boolean
  yours: number[]
  clock?: ClockState | null
  told?: Told // as it looks from one's own seat
}

const USUAL_LEVEL = 3

/** The opponent who suits most people. */
export function usualBot(game: GameInfo): BotInfo | undefined {
  return game.bots.find((bot) => bot.level === USUAL_LEVEL) ?? game.bots[0]
}

/** A bot with its level, where it has one. */
export function botTitle(bot: BotInfo | undefined, say: Say): string {
  if (!bot) return ''
  return bot.level === null ? bot.label : say('bot.level', { bot: bot.label, level: bot.level })
}

/** Does Play now open a first game with hints? */
export function isFirst(game: GameInfo): boolean {
  return preferences.guide && game.guided && isNew(game.title)
}

/** The easiest opponent. */
export function easiestBot(game: GameInfo): BotInfo | undefined {
  return [...game.bots].filter((bot) => bot.level !== null).sort((a, b) => (a.level ?? 0) - (b.level ?? 0))[0] ?? game.bots[0]
}

/** Whom Play now brings: the level above the one that was beaten, else the usual one. */
export function nextBot(game: GameInfo): BotInfo | undefined {
  const beaten = progress.beaten[game.title]
  if (beaten === undefined) return usualBot(game)
  const levels = game.bots.filter((bot) => bot.level !== null)
  return levels.find((bot) => bot.level === beaten + 1) ?? levels.at(-1) ?? usualBot(game)
}

/** Me against the easiest bots, as the title's first game says. */
export function firstWish(game: GameInfo, course: Course): NewTable {
  const first = course.first
  if (!first) return defaultWish(game)
  const bot = easiestBot(game)?.name ?? 'greedy'
  const others = Array.from({ length: first.seats - 1 }, () => ({ kind: 'bot' as const, name: '', bot }))
  const options = { ...first.options, seats: first.seats }
  return { game: game.title, options, seats: [oneself(), ...others] }
}

/** Me against friendly bots, in the game's own edition. */
export function defaultWish(game: GameInfo): NewTable {
  const bot = nextBot(game)?.name ?? 'greedy'
  const seats: SeatWish[] = Array.from({ length: game.usual_seats - 1 }, () => ({ kind: 'bot' as const, name: '', bot }))
  seats.splice(Math.min(preferences.colour ?? 0, seats.length), 0, oneself())
  return { game: game.title, options: { seats: game.usual_seats }, seats, seen: 'link' }
}

/** Oneself at this screen. */
function oneself(): SeatWish {
  return { kind: 'here', name: preferences.name, crest: preferences.crest }
}

/** Keep the keys and invitations of a new table and return where to go. */
export function opened(game: string, table: OpenedTable): string {
  keepTable(
    table.table,
    table.keys.map((key) => key.secret),
    game,
    Date.now(),
  )
  keepInvitations(table.table, table.invitations)
  return `/g/${table.table}${table.invitations.length > 0 ? '?share' : ''}`
}

/** The tables whose keys are kept on this device, the latest first; none where the server can't be asked. */
export async function remembered(language: Language): Promise<Mine[]> {
  const kept = keptTables()
  if (kept.length === 0) return []
  try {
    const { tables, gone } = await api.own(
      kept.map(({ table, secrets }) => ({ table, secrets })),
      language,
    )
    for (const table of gone) forgetTable(table)
    return tables.map(mineOf)
  } catch {
    return []
  }
}

function mineOf({ summary, yours, clock, view, diagram, facts }: OwnTable): Mine {
  const turn = summary.status === 'running' && summary.to_move !== null && yours.includes(summary.to_move)
  return { summary, yours, clock, turn, told: { view, diagram, facts } }
}

/** Least time first, then who has waited longest. */
export function byUrgency(one: Mine, other: Mine): number {
  const left = ({ clock, yours }: Mine): number => (clock ? Math.min(...yours.map((seat) => clock.left[seat] ?? Infinity)) : Infinity)
  return left(one) === left(other) ? one.summary.changed - other.summary.changed : left(one) - left(other)
}

/** How a table stands, in words. */
export function standing(summary: TableSummary, say: Say): string {
  if (summary.status === 'over') return say('home.over')
  if (summary.status === 'waiting') return say('home.waiting')
  const name = summary.to_move === null ? '' : (summary.seats[summary.to_move]?.name ?? '')
  return say('home.to-play', { name })
}
