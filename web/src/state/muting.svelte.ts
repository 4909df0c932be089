// Whose words this device does not show: by name, or by the seat of somebody without one.
import { voice } from '../i18n.svelte'
import type { SeatState } from '../protocol'
import { keep, kept, type Shelf } from './shelf'

const KEY = 'tourelle.muted'
const MOST = 200

/** By what somebody at a table is known again; a name that anybody may have is none. */
export function faceOf(table: string, { seat, name, letter }: Pick<SeatState, 'seat' | 'name' | 'letter'>): string {
  const unnamed = voice.say('seat.unnamed', { letter })
  return name && name !== unnamed ? `name ${name.toLowerCase()}` : `seat ${table} ${seat}`
}

export class Muting {
  #faces = $state.raw<string[]>([])
  #shelf: Shelf | null

  constructor(shelf: Shelf | null = typeof localStorage === 'undefined' ? null : localStorage) {
    this.#shelf = shelf
    if (shelf) this.#faces = kept<string>(KEY, shelf)
  }

  has(face: string): boolean {
    return this.#faces.includes(face)
  }

  /** Whether the words of whoever sits there are not shown. */
  hides(table: string, seat: SeatState | undefined): boolean {
    return !!seat && this.has(faceOf(table, seat))
  }

  turn(face: string): void {
    this.#faces = this.has(face) ? this.#faces.filter((other) => other !== face) : [face, ...this.#faces].slice(0, MOST)
    if (this.#shelf) keep(KEY, this.#faces, this.#shelf)
  }
}

export const muting = new Muting()
