// The window that a board is shown in: its size, the view that is looked at, how far the board is turned.
import { innerHeight, innerWidth } from 'svelte/reactivity/window'
import type { GameModule, View } from '../games/types'
import { preferences, type Looks } from '../preferences.svelte'
import { arranged, type Layout } from './layout'
import { nextLooks } from './views'

/** By how many quarters a board is turned. */
class Turned {
  quarters = $state(0)
}
const boards = new Map<string, Turned>()

export class Screen {
  aid = $state(false) // the player aid stands beside the board
  readonly #turned: Turned

  width = $derived(innerWidth.current ?? 0)
  height = $derived(innerHeight.current ?? 0)
  game = $derived.by<GameModule | null>(() => this.shown())
  phone = $derived(arranged(this.width, this.height, false).arrangement === 'phone')
  looks = $derived<Looks>(preferences.view ?? (this.phone ? 'flat' : 'raised'))
  view = $derived<View>(this.looks !== 'text' && this.game?.views.includes(this.looks) ? this.looks : (this.game?.views[0] ?? 'flat'))
  /** The board shown is much wider than high. */
  broad = $derived(!!this.game?.wide?.includes(this.view))
  layout = $derived.by<Layout>(() => {
    const found = arranged(this.width, this.height, this.looks !== 'text' && this.broad)
    return { ...found, strip: found.strip || (this.aid && !this.phone) } // the aid has the column of the seats
  })
  /** There is room for the turn beside the board. */
  beside = $derived(this.layout.arrangement === 'rail')
  /** The view that comes after this one. */
  next = $derived(nextLooks(this.game, this.looks))

  /** A board `of` something stays turned when that is looked at in another way: replayed, reviewed, analysed, set up. */
  constructor(
    private readonly shown: () => GameModule | null,
    of: string | null = null,
  ) {
    this.#turned = (of !== null && boards.get(of)) || new Turned()
    if (of !== null) boards.set(of, this.#turned)
  }

  get turn(): number {
    return this.#turned.quarters
  }

  look = (next: Looks): void => {
    preferences.view = next
  }

  /** Open the player aid, or put it away. */
  consult = (): void => {
    this.aid = !this.aid
  }

  swap = (): void => this.look(this.next)

  rotate = (by: number): void => {
    if (this.game?.turns) this.#turned.quarters = (this.turn + by + 4) % 4
  }
}
