// The secrets of the seats that sit at this screen, kept on this device table by table.

export interface KeptTable {
  table: string
  game: string
  secrets: string[]
  seen: number // milliseconds since 1970
}

type Shelf = Pick<Storage, 'getItem' | 'setItem'>
const KEY = 'tourelle.tables'
const LIMIT = 40

export function keptTables(shelf: Shelf = localStorage): KeptTable[] {
  try {
    const data: unknown = JSON.parse(shelf.getItem(KEY) ?? '[]')
    return Array.isArray(data) ? (data as KeptTable[]) : []
  } catch {
    return []
  }
}

/** Keep secrets for a table, beside those already kept; the latest table comes first. */
export function keepTable(
  table: string,
  secrets: string[],
  game: string,
  now: number,
  shelf: Shelf = localStorage,
): string[] {
  const tables = keptTables(shelf)
  const known = tables.find((kept) => kept.table === table)
  const all = [...new Set([...(known?.secrets ?? []), ...secrets])].slice(0, 4)
  const kept: KeptTable = { table, game: game || (known?.game ?? ''), secrets: all, seen: now }
  if (all.length > 0) {
    const others = tables.filter((other) => other.table !== table)
    write([kept, ...others].slice(0, LIMIT), shelf)
  }
  return all
}

export function forgetTable(table: string, shelf: Shelf = localStorage): void {
  write(
    keptTables(shelf).filter((kept) => kept.table !== table),
    shelf,
  )
}

function write(tables: KeptTable[], shelf: Shelf): void {
  try {
    shelf.setItem(KEY, JSON.stringify(tables))
  } catch {
    // A browser that keeps nothing still plays, until it is closed.
  }
}

/** The secret in a link's fragment, if it is one. */
export function secretIn(fragment: string): string | null {
  const text = fragment.replace(/^#/, '')
  return /^[A-Za-z0-9_-]{22,64}$/.test(text) ? text : null
}

// ---------------------------------------------------------------- keys to give away

export interface SharedKey {
  seat: number
  secret: string
}

/** Keep the keys of seats that wait for friends, so that their links can be shown again. */
export function keepSharedKeys(table: string, keys: SharedKey[], shelf: Shelf = localStorage): void {
  if (keys.length === 0) return
  try {
    shelf.setItem(`tourelle.keys.${table}`, JSON.stringify(keys))
  } catch {
    // Shown once, then; the links can still be copied now.
  }
}

export function sharedKeys(table: string, shelf: Shelf = localStorage): SharedKey[] {
  try {
    return JSON.parse(shelf.getItem(`tourelle.keys.${table}`) ?? '[]') as SharedKey[]
  } catch {
    return []
  }
}
