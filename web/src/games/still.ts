// A board that is only looked at: nothing lit, nobody known, nothing to be done.
import type { Marks } from './types'

const nothing = (): void => {}

export const NO_MARKS: Marks = {
  lit: new Map(),
  selected: [],
  hovered: null,
  cursor: null,
  staged: [],
  last: [],
  highlighted: [],
  refused: null,
}

/** What a board is told that nobody plays on. */
export const UNTOUCHED = { turn: 0, hand: [], pick: nothing, hover: nothing, drag: nothing, bind: nothing }

/** Four seats known by their letters, with these names. */
export const strangers = (names = ['', '', '', '']) =>
  names.map((name, seat) => ({
    seat,
    letter: 'ABCD'[seat] ?? '',
    name,
    kind: 'person' as const,
    bot: null,
    level: null,
    lent: false,
    awaited: false,
    connected: true,
    thinking: false,
    program: false,
    crest: '' as const,
    points: 0,
  }))
