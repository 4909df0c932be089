import { voice } from '../i18n.svelte'
import type { Table } from '../state/table.svelte'

/** Another language: the server tells everything again. */
export function retell(table: () => Table): void {
  let spoken = voice.language
  $effect(() => {
    if (voice.language === spoken) return
    spoken = voice.language
    table().speak()
  })
}
