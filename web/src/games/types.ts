// What a game gives the table page. The page knows choices, places and documents; no rules.
// A game exports `game: GameModule` from games/<title>/game.ts, by which it is found; its labels stand in
// src/tourelle/games/<title>/words/web-*.json and are read as say('web-<title>:key'). A title without such a
// module is shown by plain/game.ts.
import type { Component } from 'svelte'
import type { Choice, LogEntry, SeatState, TableState } from '../protocol'
import type { Say } from '../i18n.svelte'
import type { Selection } from '../state/selection'
import type { TrayProps } from './tray'

/** What the rules say of a position or of a choice, by name: rounds of the year, castles, what is paid. */
export type Facts = Record<string, unknown>

/** A position document as the server sends it, hidden cards written "?"; under `facts` what the rules say of it. */
export type Document = Record<string, unknown>

/** A position as a message tells it: its document, its facts and, for a title without a board here, its diagram. */
export interface Told {
  view: Document
  diagram: string | null
  facts: Facts
}

/** A spot of the board that can be picked: a square `c5`, a point `2,1`, a piece `short -1,0 E`. */
export type Place = string

export type View = 'flat' | 'raised'

/** What is drawn in the middle of a lit place; each kind of target has its own shape. */
export type Shape = 'step' | 'door' | 'emblem' | 'cross' | 'cube' | 'piece' | 'figure' | 'king'

/** A place that can be picked now. `choices`: all that remain if it is picked; `final`: it acts. */
export interface Lit {
  shape: Shape
  choices: Choice[]
  final: boolean
}

/** Everything drawn over the position. */
export interface Marks {
  lit: ReadonlyMap<Place, Lit>
  open?: ReadonlySet<Place> // can be picked, though nothing lights them
  selected: readonly Place[] // picked so far, in order
  hovered: Place | null
  cursor: Place | null // the keyboard's place, shown while the board has the focus
  staged: readonly Place[] // touched by actions of this turn that can be undone
  built?: ReadonlyMap<Place, number> // blocks laid by those actions, for a sign at the place
  last: readonly Place[] // touched by others since one acted oneself
  highlighted: readonly Place[] // the ledger row under the pointer
  refused: Place | null
  moved?: Moved | null // what led to the position shown, for motion
}

/** An action that led here: a figure went from one place to another, or something came to `to`. */
export interface Moved {
  number: number
  from: Place | null
  to: Place
}

/**
 * What a board component is given. It draws an SVG that fills its box and answers by calls.
 * Each hit area carries `data-place="c5"`; `use:pointing` (games/pointing.ts) turns pointer events on
 * them into pick, hover and drag. The SVG is hidden from screen readers: the page lays a grid of
 * `rows()` beside it, which holds the keyboard's focus and moves `marks.cursor`.
 */
export interface BoardProps {
  document: Document
  seats: SeatState[]
  marks: Marks
  view: View
  turn: number // quarter turns, 0 to 3; only where the module says `turns`
  coordinates: boolean
  say: Say
  hand: readonly string[] // cards chosen in the tray and the like; each game's own affair
  pick: (place: Place, touch?: boolean) => void
  hover: (place: Place | null) => void
  /** Drag: the same as picking one after the other. */
  drag: (from: Place, to: Place) => void
  /** Tell where a place is on the screen, for bubbles; called by the page. */
  bind: (locate: (place: Place, floor?: number) => DOMRect | null) => void
}

/** The button at the bottom right: its words and the actions it may stand for. */
export interface Primary {
  label: string
  choices: Choice[]
  disabled?: string // why it can't be pressed, in words
  ask?: string // what would be lost by it, in words: asked about where one wants to look first
}

/** A chip of the top bar: `Year 2 of 3`. */
export interface Chip {
  strong: string
  rest?: string
}

/** A row of the ledger: several terms that belong together, one number a seat. */
export interface LedgerRow {
  key: string
  label: string
  note: string
  clause: string
  places: Place[]
  cells: ({ points: number; note: string } | null)[]
}

/** What a seat has, beside its points: `cards: 8`, `4/6 knights`. */
export interface Holding {
  label: string
  stacks?: number[]
  icon?: Component<{ name: string }> // drawn before the label, which then is a number
  name?: string
  words?: string // what icon and number mean, to be read out
  brief?: boolean // shown on a phone too, under the points
}

/** A card of the left column: the master card, the phase. */
export interface SideCard {
  title: string
  text: string
  icon?: Component<{ name: string }>
  name?: string
}

/** The picture of a game on the home page: a position that was once played, and how it is cut. */
export interface Emblem {
  sample: Document
  background: string
  inset: string // how far it reaches over the edges
  whole: string // the same where a whole table is shown
}

/** One game, as the table page meets it. Every function is pure. */
export interface GameModule {
  title: string
  Board: Component<BoardProps>
  Tray: Component<TrayProps>
  /** Without one, a plain emblem is shown. */
  emblem?: Emblem
  /** What the other functions are given as the document; without it the document of the message with its facts. */
  reads?: (told: Told) => Document
  views: View[]
  /** Names of the views, where they aren't the usual ones: keys of sentences. */
  viewNames?: Partial<Record<View, string>>
  turns: boolean
  /** Does the tray have a field of its own to find and to write actions? */
  finds?: boolean
  /** Views in which the board is much wider than high. */
  wide?: View[]
  /** How high the tray is, in pixels, beside the board and below it, on an upright tablet too: always the same. */
  tray: { rail: number; told: number; below: number; upright?: number } // `told`: in the rail, once the game is over
  /** The places of a choice in the order of picking; mostly `choice.squares`. */
  places: (choice: Choice) => Place[]
  /** May this choice begin with a click on the board while no action is chosen in the tray? */
  direct: (choice: Choice, document: Document) => boolean
  /** Is this choice left unlit, though it can be picked, while nothing is selected? */
  quiet?: (choice: Choice, document: Document) => boolean
  shape: (choice: Choice, document: Document) => Shape
  /** Where an action of this turn laid a block. */
  built?: (entry: LogEntry) => Place[]
  /** The action text that a click on `place` would have been, for "why not?"; null: say nothing. */
  attempt: (document: Document, selection: Selection, place: Place, open: Pick<TableState, 'choices' | 'nearly'>) => string | null
  /** What is said of a click that could have been no action at all. */
  idle?: (place: Place, say: Say) => string
  /** Where the cursor goes from `place` by an arrow key (already turned with the board). */
  step: (document: Document, place: Place | null, dx: number, dy: number, turn: number, view: View) => Place
  /** A place in words, for screen readers and the speech bar: "b6, height 1, knight of A". */
  describe: (document: Document, place: Place, state: TableState, say: Say) => string
  /** Rows of cells for the text grid: every place of the board, row by row from the top. */
  rows: (document: Document) => Place[][]
  /** Short text of a cell in the text grid: "1A", "·". */
  cell: (document: Document, place: Place) => string
  /** A word beside the name of a cell in the text grid: the colour of its square. */
  note?: (document: Document, place: Place, say: Say) => string
  /** What the short texts of the cells mean, one line below the grid. */
  legend: (say: Say) => string
  /** The lit places that a cell of the text grid stands for, where cells and places differ. */
  spots?: (cell: Place, lit: ReadonlyMap<Place, Lit>) => Place[]
  /** One of `spots` in words, as seen from its cell: "short wall to the north". */
  offer?: (cell: Place, spot: Place, say: Say) => string
  chips: (document: Document, facts: Facts, say: Say) => Chip[]
  ledger: (state: TableState, document: Document, say: Say) => LedgerRow[]
  ledgerTitle: (state: TableState, document: Document, say: Say) => string
  /** What a choice that is looked at would add to the ledger, in words; '' where that is nothing. */
  promised?: (choice: Choice, say: Say) => string
  /** What the rows of the ledger are: "castle · area". */
  ledgerHead?: (say: Say) => string
  holdings: (document: Document, facts: Facts, seat: number, say: Say) => Holding[]
  side: (document: Document, state: TableState, say: Say) => SideCard | null
  /** What stands in the speech bar while nothing is hovered or chosen. */
  prompt: (document: Document, state: TableState, say: Say) => string
  /** What came into one's hand by the turn that is played, for who can't see it come. */
  fresh?: (document: Document, state: TableState, say: Say) => string
  /** Is something else asked than the usual turn, so that the prompt must be read first? */
  unusual?: (document: Document) => boolean
  /** What a kind of action is called on its button or card; "" for what is no kind. */
  called?: (kind: string, say: Say) => string
  /** What a kind of action chosen in the tray does, for the speech bar, where its name doesn't say it. */
  about?: (kind: string, say: Say) => string
  /** Where an action of the log was, for who does not see the board, where its sentence leaves that out. */
  whereabouts?: (entry: LogEntry, say: Say) => string
  /** What a choice does, for who sees its place on the board; else its sentence. */
  seen?: (choice: Choice, say: Say) => string
  /** What a choice costs and leaves, for the speech bar: "1 AP · leaves 2"; "" where nothing. */
  cost: (document: Document, choice: Choice, say: Say) => string
  /** The action that ends or confirms: `end`, `keep`, `draw W T`; null where none is on offer. */
  primary: (state: TableState, selection: Selection, say: Say) => Primary | null
  /** Are hands secret, so that a cover is needed between turns at one screen? */
  secret: (state: TableState) => boolean
  /** Where in a place's box a number may stand without hiding what is there; else its middle. */
  badge?: Partial<Record<View, readonly [number, number]>>
  /** The board takes any shape: on a low phone it leaves room for the turn. */
  free?: boolean
  /** What came is outlined as it stands, instead of ringed. */
  boxed?: boolean
  /** Keys for the kinds of actions: `{ n: 'knight' }`. */
  keys: (facts: Facts) => Record<string, string>
}
