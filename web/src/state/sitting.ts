// Sitting down: an invitation, or a free seat of a listed table, becomes a key kept on this device.
import { api } from '../api'
import { voice } from '../i18n.svelte'
import { preferences } from '../preferences.svelte'
import { claimFor, keepTable } from './secrets'

/** Take a seat and return where to go; without an invitation the first free seat of a listed table. */
export async function sitDown(table: string, invitation: string | null, name: string): Promise<string> {
  const { crest, colour } = preferences
  const guest = { name, claim: claimFor(table, invitation ?? 'listed'), crest, colour }
  const seated = invitation ? await api.accept(table, invitation, guest, voice.language) : await api.join(table, guest, voice.language)
  keepTable(
    table,
    seated.keys.map((key) => key.secret),
    '',
    Date.now(),
  )
  return `/g/${table}`
}
