// Sitting down: an invitation, or a free seat of a listed table, becomes a key kept on this device.
import { api } from '../api'
import { voice } from '../i18n.svelte'
import { claimFor, keepTable } from './secrets'

/** Take a seat and return where to go; without an invitation the first free seat of a listed table. */
export async function sitDown(table: string, invitation: string | null, name: string): Promise<string> {
  const claim = claimFor(table, invitation ?? 'listed')
  const seated = invitation
    ? await api.accept(table, invitation, name, claim, voice.language)
    : await api.join(table, name, claim, voice.language)
  keepTable(
    table,
    seated.keys.map((key) => key.secret),
    '',
    Date.now(),
  )
  return `/g/${table}`
}
