// The views of a game: those of its board, and text.
import type { GameModule } from '../games/types'
import type { Looks } from '../preferences.svelte'

type Viewed = Pick<GameModule, 'views' | 'viewNames'>

/** The key of the sentence that names a view. */
export function viewKey(game: Viewed | null, looks: Looks): string {
  return (looks === 'text' ? undefined : game?.viewNames?.[looks]) ?? `view.${looks}`
}

/** What is shown where a view is wished for: that one, or the first of the game's own. */
export function shownLooks(game: Viewed | null, wish: Looks): Looks {
  return wish === 'text' || !game || game.views.includes(wish) ? wish : (game.views[0] ?? 'flat')
}

/** The view that comes after another; a board with one view changes with its text. */
export function nextLooks(game: Viewed | null, wish: Looks): Looks {
  const all: Looks[] = game && game.views.length > 1 ? game.views : ['flat', 'text']
  return all[(all.indexOf(shownLooks(game, wish)) + 1) % all.length] ?? 'flat'
}
