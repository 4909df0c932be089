// What a tray (action points, actions, cards) is given and may ask for.
import type { Document, Place } from './types'
import type { Say } from '../i18n.svelte'
import type { Choice, TableState } from '../protocol'
import type { Selection } from '../state/selection'

/** A tray asks; the page decides, submits or opens the chooser. */
export interface TrayActions {
  /** Choose a kind of action: `knight`, `play climb`; again: put it down. One that needs no place and has one choice is submitted. */
  kind: (kind: string | null) => void
  /** Leave only choices that pass, beside kind and places: cards chosen, a stack chosen. Null: all. */
  narrow: (filter: ((choice: Choice) => boolean) | null) => void
  /** Submit one of the choices. */
  submit: (choice: Choice) => void
  /** Submit one of the choices, or show first what it would do where the person wants to look before. */
  consider: (choice: Choice, place: Place | null, touch: boolean) => void
  /** Let the person choose one of several by their sentences. */
  choose: (choices: Choice[]) => void
  /** Ask why an action isn't legal: its notation. */
  why: (action: string) => void
  /** Pick a place, as on the board. */
  pick: (place: Place) => void
  /** Show a place as if it were pointed at; null: no more. */
  look: (place: Place | null) => void
  /** Mark places on the board while a choice is pointed at; none: no more. */
  light: (places: readonly Place[]) => void
  /** Put everything down. */
  clear: () => void
  /** Say something in the speech bar while something is hovered; null: no more. */
  speak: (sentence: string | null) => void
  /** Pass `hand` on to the board (BoardProps.hand). */
  hand: (chosen: string[]) => void
}

/** Undo and the button at the bottom right are the page's; all else of the tray is drawn here. */
export interface TrayProps {
  state: TableState
  document: Document
  seat: number | null // whose stock and hand are shown; null: a watcher, show the seat to move
  active: boolean // may act now: `choices` are this seat's and the position shown is the present one
  choices: Choice[]
  selection: Selection
  hovered: Place | null // under the pointer, on the board
  pending: Choice | null // looked at, before it is done
  actions: TrayActions
  say: Say
  rail: boolean // the tray stands beside the board: narrow and high
  compact: boolean // the bottom sheet of a phone
}
