// The games that bring a board of their own: every folder here that holds a game.ts, loaded when a table of it is opened.
import type { Document, GameModule, Told } from './types'

const modules = import.meta.glob<GameModule>('./*/game.ts', { import: 'game' })

/** The module of a title; without one of its own, or where the server sends a diagram, the plain board. */
export async function gameModule(title: string, told?: Told): Promise<GameModule> {
  const load = modules[`./${title}/game.ts`]
  if (load && (told?.diagram ?? null) === null) return await load()
  return (await import('../plain/game')).plain(title)
}

/** The catalogues that the module of a title speaks from. */
export function domainsOf(title: string): string[] {
  return modules[`./${title}/game.ts`] ? [title, `web-${title}`] : [title]
}

/** A position as the functions of a game's module are given it. */
export function documentOf(game: Pick<GameModule, 'reads'>, told: Told): Document {
  return game.reads?.(told) ?? { ...told.view, facts: told.facts }
}
