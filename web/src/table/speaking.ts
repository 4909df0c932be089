// What is said to whoever has chosen a kind of action or a figure, and not yet a place.
import { voice } from '../i18n.svelte'
import type { Table } from '../state/table.svelte'

/** What the choice so far asks for, and of how many places; null where nothing is chosen. */
export function chosen(table: Table): { text: string; cost: string } | null {
  const { kind, path } = table.selection
  if (path.length === 0 && kind === null) return null
  const places = table.lit.size
  const about = kind === null ? '' : (table.game?.about?.(kind, voice.say) ?? '')
  if (about && places > 0) return { text: about, cost: voice.say('speech.places', { places }) }
  return { text: voice.say(places > 0 ? 'speech.pick' : 'speech.nothing', { places }), cost: '' }
}
