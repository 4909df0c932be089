// The games that bring a board of their own: every folder here that holds a game.ts, loaded when a table of it is opened.
import type { GameModule } from './types'

const modules = import.meta.glob<GameModule>('./*/game.ts', { import: 'game' })

export async function gameModule(title: string): Promise<GameModule> {
  const load = modules[`./${title}/game.ts`]
  if (!load) throw new Error(title)
  return await load()
}
