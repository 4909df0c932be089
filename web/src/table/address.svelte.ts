// The address of a table's page: the moment that is looked at, and how.
import { untrack } from 'svelte'
import type { Table } from '../state/table.svelte'
import type { Mode } from '../study/Modes.svelte'

/** How a finished game is looked at, as the address says. */
export function modeOfAddress(): Mode {
  return new URLSearchParams(location.search).get('mode') === 'review' ? 'review' : 'replay'
}

/** Go to the moment that the address names once the table is known, and write ever after which one is looked at. */
export function keepAddress(table: Table, mode: () => Mode): void {
  let linked = new URLSearchParams(location.search).get('a')
  $effect(() => {
    if (!table.state) return
    untrack(() => {
      if (linked !== null) {
        void table.look(Number(linked) || 0)
        linked = null
      }
    })
  })
  $effect(() => {
    const { at } = table
    if (!table.state) return
    const asked = [at === null ? '' : `a=${at}`, mode() === 'review' ? 'mode=review' : ''].filter(Boolean).join('&')
    const url = asked ? `${location.pathname}?${asked}` : location.pathname
    if (linked === null && location.pathname + location.search !== url) history.replaceState(null, '', url)
  })
}
