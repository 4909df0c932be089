// The games the page can show; each is loaded when a table of it is opened.
import type { GameModule } from './boards/types'

const modules: Record<string, () => Promise<{ game: GameModule }>> = {
  torres: () => import('./boards/torres/game'),
  blox: () => import('./boards/blox/game'),
  castellan: () => import('./boards/castellan/game'),
}

export async function gameModule(title: string): Promise<GameModule> {
  const load = modules[title]
  if (!load) throw new Error(title)
  return (await load()).game
}
