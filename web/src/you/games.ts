// Games of one's own that other devices know: their seats open here too.
import { api } from '../api'
import type { Language } from '../protocol'
import { keepTable, keptTables, removedTables } from '../state/secrets'
import { heldKey } from './key'

/** Keep the keys of one's running games that this device neither knows nor has removed. */
export async function bringGames(language: Language): Promise<void> {
  if (!heldKey()) return
  try {
    const { games } = await api.yourGames({ running: 'true' }, language)
    const known = new Set([...keptTables().map(({ table }) => table), ...removedTables()])
    for (const { table, key, game, opened } of [...games].reverse())
      if (key && !known.has(table)) keepTable(table, [key.secret], game, opened)
  } catch {
    // Those that are known here are there all the same.
  }
}
