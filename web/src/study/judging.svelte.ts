// A finished game under review: what is judged so far, which turn one stands in, and what of it lies on the board.
import { voice } from '../i18n.svelte'
import type { ReviewedTurn } from '../protocol'
import type { Table } from '../state/table.svelte'
import { isMistake, turnAt } from './review'
import { Reviewing } from './reviewing.svelte'

export class Judging {
  readonly reviewing: Reviewing
  whose = $state<number | null>(null) // the seat whose line stands out and whose mistakes are walked; null for all

  review = $derived.by(() => this.reviewing.state?.review ?? null)
  turns = $derived<ReviewedTurn[]>(this.review?.turns ?? [])
  seats = $derived.by(() => this.table.state?.seats ?? [])
  /** The chosen turn is the one that the replay stands in: board and words can't disagree. */
  turn = $derived.by(() => turnAt(this.turns, this.table.at))
  mistakes = $derived(this.turns.filter((judged) => isMistake(judged) && (this.whose === null || judged.seat === this.whose)))

  constructor(readonly table: Table) {
    this.reviewing = new Reviewing(table.source)
    const yours = table.state?.yours ?? []
    if (yours.length === 1) this.whose = yours[0] ?? null
  }

  name(seat: number): string {
    return this.seats[seat]?.name ?? ''
  }

  go(judged: ReviewedTurn | null | undefined): void {
    if (judged) void this.table.look(judged.played.at)
  }

  /** A turn in words. */
  spoken(judged: ReviewedTurn | null): string {
    if (!judged) return ''
    const said = voice.say('review.of', { number: judged.number, name: this.name(judged.seat) })
    return judged.mark ? voice.say('colon', { what: said, words: voice.say(`review.${judged.mark}`) }) : said
  }
}
