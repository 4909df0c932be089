// The player's key: made on this device at first use, kept here and nowhere else.
import { keptTables, keepTable, type KeptTable } from '../state/secrets'

type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
const KEY = 'tourelle.player'
const FORM = /^[A-Za-z0-9_-]{22,64}$/
const BYTES = 24
/** What else this device remembers of its player, as it is kept. */
const LUGGAGE = ['tourelle.learning', 'tourelle.puzzles', 'tourelle.studies']
const MOST = 150_000

export interface Things {
  key: string
  name: string
  colour: number | null
  crest: string
  tables: KeptTable[]
  kept: Record<string, string>
}

/** The key, if this device has one. */
export function heldKey(shelf: Shelf = localStorage): string | null {
  try {
    const held = shelf.getItem(KEY)
    return held && FORM.test(held) ? held : null
  } catch {
    return null
  }
}

/** The key; where there is none yet it is made, with 192 bits of chance. Null: this browser keeps nothing. */
export function ownKey(shelf: Shelf = localStorage): string | null {
  const held = heldKey(shelf)
  if (held) return held
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES))
  const fresh = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
  return holdKey(fresh, shelf) ? fresh : null
}

export function holdKey(key: string, shelf: Shelf = localStorage): boolean {
  try {
    shelf.setItem(KEY, key)
    return shelf.getItem(KEY) === key
  } catch {
    return false
  }
}

export function dropKey(shelf: Shelf = localStorage): void {
  shelf.removeItem(KEY)
}

/** What goes to another device; what would be too much stays here. */
export function packed(key: string, who: Pick<Things, 'name' | 'colour' | 'crest'>, shelf: Shelf = localStorage): Things {
  const kept: Record<string, string> = {}
  let room = MOST
  for (const name of LUGGAGE) {
    const text = shelf.getItem(name)
    if (!text || text.length > room) continue
    room -= text.length
    kept[name] = text
  }
  return { key, name: who.name, colour: who.colour, crest: who.crest, tables: keptTables(shelf), kept }
}

/** Whether things are what this page packs: they came from the server, as another device gave them. */
export function areThings(things: unknown): things is Things {
  if (typeof things !== 'object' || things === null) return false
  const { key, tables, kept } = things as Partial<Things>
  return typeof key === 'string' && FORM.test(key) && Array.isArray(tables) && typeof kept === 'object' && kept !== null
}

/** Keep things here; what this device has already of its own stays. */
export function unpack(things: Things, shelf: Shelf = localStorage): void {
  holdKey(things.key, shelf)
  for (const { table, secrets, game, seen } of [...things.tables].reverse()) keepTable(table, secrets, game, seen, shelf)
  for (const name of LUGGAGE) {
    const text = things.kept[name]
    if (typeof text === 'string' && !shelf.getItem(name)) shelf.setItem(name, text)
  }
}
