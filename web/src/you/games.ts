// Games of one's own that other devices know: their seats open here too.
import { api } from '../api'
import type { Language } from '../protocol'
import { keepTable, keptTables } from '../state/secrets'
import { heldKey } from './key'

/** Keep the keys of one's running games that this device does not know yet. */
export async function bringGames(language: Language): Promise<void> {
  if (!heldKey()) return
  try {
    const { games } = await api.yourGames({ running: 'true' }, language)
    const known = new Set(keptTables().map(({ table }) => table))
    for (const { table, key, game, opened } of [...games].reverse())
      if (key && !known.has(table)) keepTable(table, [key.secret], game, opened)
  } catch {
    // Those that are known here are there all the same.
  }
}
