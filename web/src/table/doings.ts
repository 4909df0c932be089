// What keys do wherever a table is shown; each page says what is different there.
import type { Table } from '../state/table.svelte'
import type { Doings } from './keys'
import type { Screen } from './screen.svelte'

export function usualDoings(table: Table, screen: Screen, enter: () => void): Doings {
  const { game } = screen
  return {
    swap: screen.swap,
    turn: screen.rotate,
    undo: () => table.undo(),
    redo: () => table.redo(),
    end: () => table.confirm(),
    nth: (number) => document.querySelector<HTMLElement>(`[data-key="${number}"]`)?.click(),
    write: () => document.getElementById(game?.finds ? 'find' : 'notation')?.focus(),
    cancel: () => table.clear(),
    board: enter,
    // Where nothing of that kind can be done, its button says why.
    kind: (kind) => {
      table.kind(kind === table.selection.kind ? null : kind)
      document.querySelector<HTMLElement>(`[data-kind="${kind}"][aria-disabled="true"]`)?.click()
    },
    kinds: game?.keys(table.scene?.facts ?? {}) ?? {},
    ask: () => {},
    since: () => {},
    aid: screen.consult,
    replay: () => {},
  }
}
