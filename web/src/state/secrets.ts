// The secrets of the seats that sit at this screen, kept on this device table by table.
import { keep, kept, type Shelf } from './shelf'

export interface KeptTable {
  table: string
  game: string
  secrets: string[]
  seen: number // milliseconds since 1970
}

const KEY = 'tourelle.tables'
const REMOVED = 'tourelle.removed'
const LIMIT = 40

export function keptTables(shelf: Shelf = localStorage): KeptTable[] {
  return kept(KEY, shelf)
}

/** Keep secrets for a table, beside those already kept; the latest table comes first. */
export function keepTable(table: string, secrets: string[], game: string, now: number, shelf: Shelf = localStorage): string[] {
  const tables = keptTables(shelf)
  const known = tables.find((other) => other.table === table)
  const all = [...new Set([...(known?.secrets ?? []), ...secrets])].slice(0, 4)
  const latest: KeptTable = { table, game: game || (known?.game ?? ''), secrets: all, seen: now }
  if (all.length > 0) {
    const others = tables.filter((other) => other.table !== table)
    keep(KEY, [latest, ...others].slice(0, LIMIT), shelf)
    if (removedTables(shelf).includes(table)) keep(REMOVED, without(table, shelf), shelf)
  }
  return all
}

export function forgetTable(table: string, shelf: Shelf = localStorage): void {
  keep(
    KEY,
    keptTables(shelf).filter((other) => other.table !== table),
    shelf,
  )
}

/** Forget a table that one no longer wants to see: it does not come back by itself. */
export function removeTable(table: string, shelf: Shelf = localStorage): void {
  forgetTable(table, shelf)
  keep(REMOVED, [table, ...without(table, shelf)].slice(0, LIMIT), shelf)
}

export function removedTables(shelf: Shelf = localStorage): string[] {
  return kept(REMOVED, shelf)
}

function without(table: string, shelf: Shelf): string[] {
  return removedTables(shelf).filter((other) => other !== table)
}

/** The secret in a link's fragment, if it is one. */
export function secretIn(fragment: string): string | null {
  const text = fragment.replace(/^#/, '')
  return /^[A-Za-z0-9_-]{22,64}$/.test(text) ? text : null
}

// ---------------------------------------------------------------- invitations to give away

export interface Invited {
  seat: number
  secret: string
  link?: string // /j/ID#SECRET; tables opened before there were invitations have keys: /g/ID#SECRET
}

/** Keep the invitations of seats that wait for friends, so that their links can be shown again. */
export function keepInvitations(table: string, invitations: Invited[], shelf: Shelf = localStorage): void {
  if (invitations.length === 0) return
  try {
    shelf.setItem(`tourelle.keys.${table}`, JSON.stringify(invitations))
  } catch {
    // Shown once, then; the links can still be copied now.
  }
}

export function keptInvitations(table: string, shelf: Shelf = localStorage): Invited[] {
  try {
    return JSON.parse(shelf.getItem(`tourelle.keys.${table}`) ?? '[]') as Invited[]
  } catch {
    return []
  }
}

/** A word that this browser alone knows: whoever says it again, because an answer was lost, gets the same key. */
export function claimFor(table: string, invitation: string, shelf: Shelf = localStorage): string {
  const name = `tourelle.claim.${table}.${invitation.slice(0, 8)}`
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  const fresh = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
  try {
    const known = shelf.getItem(name)
    if (known) return known
    shelf.setItem(name, fresh)
  } catch {
    // Then an answer that is lost is lost.
  }
  return fresh
}
