// What was tried in a lesson, possible or not: the places its picture shows, and what it is called.
import type { GameModule, Place } from '../games/types'
import type { Say } from '../i18n.svelte'
import { choiceOf } from '../state/choice'
import type { Table } from '../state/table.svelte'

/** The places of an action that may be none: those it names, as the title takes them. */
export function placesOf(game: GameModule, document: Record<string, unknown>, action: string): Place[] {
  const known = new Set(game.rows(document).flat())
  return game.places(choiceOf(action, { squares: action.split(' ').filter((word) => known.has(word)) }))
}

/** A place that is no square is told in words: a piece and where it would stand. */
export function calledTried(table: Pick<Table, 'game' | 'document' | 'state' | 'refusedAt'>, action: string, say: Say): string {
  const { game, document, state, refusedAt } = table
  if (!game || !document || !state) return action
  const at = refusedAt ?? placesOf(game, document, action).at(-1)
  const square = at === undefined || game.rows(document).flat().includes(at)
  if (!square) return game.describe(document, at, state, say)
  return refusedAt ?? (game.called?.(action, say) || action)
}
