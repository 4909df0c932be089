// Emblems on a shield of 24 by 28, one filled path each; a player is known by one of them.
import type { SeatState } from '../protocol'

export type Crest = SeatState['crest']

export const CRESTS: Record<Exclude<Crest, ''>, string> = {
  tower: 'M7.5 7h2.2v1.8h1.5V7h1.6v1.8h1.5V7h2.2v4.2l-1.4 1.1V20h-2v-2.6a1.1 1.1 0 0 0-2.2 0V20h-2v-7.7l-1.4-1.1z',
  crown: 'M6 9.2l3.2 2.9L12 7l2.8 5.1L18 9.2l-1.1 7.6H7.1zM7.1 18h9.8v1.8H7.1z',
  key: 'M12 6.2a3.3 3.3 0 0 0-1 6.4v7.6h2v-1.4h2v-1.7h-2v-1.3h1.4v-1.6H13v-1.6a3.3 3.3 0 0 0-1-6.4zm0 1.9a1.4 1.4 0 1 1 0 2.8 1.4 1.4 0 0 1 0-2.8z',
  star: 'M12 6l1.9 4.6 5 .4-3.8 3.2 1.2 4.8-4.3-2.6L7.7 19l1.2-4.8L5.1 11l5-.4z',
  moon: 'M13.9 6.6a6.7 6.7 0 1 0 3.6 11.2A7.6 7.6 0 0 1 13.9 6.6z',
  sun: 'M12 5.6l1.3 2.8 2.9-1.1-1.1 2.9 2.8 1.3-2.8 1.3 1.1 2.9-2.9-1.1-1.3 2.8-1.3-2.8-2.9 1.1 1.1-2.9-2.8-1.3 2.8-1.3-1.1-2.9 2.9 1.1z',
  tree: 'M12 5.6l4 4.9h-1.9l3 3.8h-2l2.4 3.2h-4.6V21h-1.8v-3.5H6.5L8.9 14.3h-2l3-3.8H8z',
  swan: 'M9.4 6.4c2.1-.9 4.1.5 3.7 2.8-.3 1.8-1.8 2.6-1.8 4 2.8-.7 5.6-.2 7.3 1.8-.6 2.9-3 4.4-6.6 4.4-3.6 0-5.9-1.5-5.7-4.2.2-2.5 3.4-3.8 3.5-5.9.1-1-.6-1.4-1.4-1.2l-1.5.6.5-1.6z',
}

export const EMBLEMS = Object.keys(CRESTS) as Exclude<Crest, ''>[]
