// A review as the page shows it: where turns stand on the graph, which mistake comes next. No rules.
import type { Choice, Review, ReviewedTurn } from '../protocol'
import type { Compared, ShownHint } from '../state/hints'

export type Mark = NonNullable<ReviewedTurn['mark']>

/** How a mark is written, as chess players do. */
export const SIGNS: Record<Mark, string> = { inaccuracy: '?!', mistake: '?', blunder: '??', only: '!' }

/** The dashes of each seat's line: lines differ without their colours. */
export const DASHES = ['', '7 4', '2 3', '7 3 2 3']

/** What a graph measures, in pixels: turn `number` stands at `x(number)`, a chance at `y(chance)`. */
export interface Plot {
  x: (number: number) => number
  y: (chance: number) => number
}

/** The room around the lines: half a turn's handle at both sides, half a mark above. */
export const HANDLE = 14
const LEFT = 4
const TOP = 16
const BOTTOM = 16
/** A turn's tick below the lines, in its seat's colour: how high it is, and how far from the bottom. */
export const TICK = { height: 6, bottom: 8 }

/** Lay a graph out: 0 is before the first turn, then one step a turn. */
export function plot(width: number, height: number, turns: number): Plot {
  const step = Math.max(0, width - LEFT - HANDLE / 2) / Math.max(1, turns)
  return {
    x: (number) => LEFT + number * step,
    y: (chance) => TOP + (1 - chance) * (height - TOP - BOTTOM),
  }
}

/** The line of a seat's chances, before the first turn and after each. */
export function line(review: Review, seat: number, { x, y }: Plot): string {
  return [review.start, ...review.turns.map(({ played }) => played)]
    .map(({ chances }, number) => `${x(number).toFixed(1)},${y(chances[seat] ?? 0).toFixed(1)}`)
    .join(' ')
}

/** Turns one after another, by the part of the game that they were played in. */
export function parted(turns: readonly ReviewedTurn[]): { part: string; turns: ReviewedTurn[] }[] {
  const found: { part: string; turns: ReviewedTurn[] }[] = []
  for (const turn of turns) {
    const last = found.at(-1)
    if (last?.part === turn.part) last.turns.push(turn)
    else found.push({ part: turn.part, turns: [turn] })
  }
  return found
}

const LETTER = 6.4 // pixels that a letter of the graph takes at most

/** Where parts of the game begin on a graph: a line before their first turn, their name where there is room up to the next. */
export function begun(turns: readonly ReviewedTurn[], { x }: Plot): { part: string; x: number; named: boolean }[] {
  const starts = parted(turns).flatMap(({ part, turns: [first] }) =>
    part && first ? [{ part, x: first.number === 1 ? x(0) : x(first.number - 0.5) }] : [],
  )
  return starts.map((start, i) => ({ ...start, named: (starts[i + 1]?.x ?? x(turns.length)) - start.x > LETTER * start.part.length + 8 }))
}

export function isMistake({ mark }: ReviewedTurn): boolean {
  return mark !== null && mark !== 'only'
}

/** The next turn that cost something, after turn `number`, from the first again after the last; of one seat, or of all. */
export function nextMistake(turns: ReviewedTurn[], number: number, seat: number | null): ReviewedTurn | null {
  const mistakes = turns.filter((turn) => isMistake(turn) && (seat === null || turn.seat === seat))
  return mistakes.find((turn) => turn.number > number) ?? mistakes[0] ?? null
}

/** The mistake before turn `number`, the last one again before the first. */
export function lastMistake(turns: ReviewedTurn[], number: number, seat: number | null): ReviewedTurn | null {
  const mistakes = turns.filter((turn) => isMistake(turn) && (seat === null || turn.seat === seat))
  return mistakes.findLast((turn) => turn.number < number) ?? mistakes.at(-1) ?? null
}

const GRAVITY: Record<Mark, number> = { only: 0, inaccuracy: 1, mistake: 2, blunder: 3 }
/** How large a mark of the graph is, with the air around it. */
const SIGN = { width: 20, height: 18 }

/** The turns whose marks have room on the graph: the chosen one first, then the gravest; what would lie on them is a dot. */
export function roomy(marked: ReviewedTurn[], at: Plot, chosen: number | null): Set<number> {
  const weight = ({ number, mark }: ReviewedTurn): number => (number === chosen ? 9 : mark ? GRAVITY[mark] : 0)
  const place = ({ number, seat, played }: ReviewedTurn) => ({ x: at.x(number), y: at.y(played.chances[seat] ?? 0) })
  const kept: ReviewedTurn[] = []
  for (const turn of [...marked].sort((a, b) => weight(b) - weight(a))) {
    const { x, y } = place(turn)
    const free = kept.map(place).every((other) => Math.abs(other.x - x) >= SIGN.width || Math.abs(other.y - y) >= SIGN.height)
    if (free) kept.push(turn)
  }
  return new Set(kept.map(({ number }) => number))
}

/** Less luck than this has no bar. */
const SLIGHT = 0.005

/** What cards and draws gave before a turn, where that is worth a bar: the height of the bar, from −1 to 1. */
export function lucks(review: Review): { turn: ReviewedTurn; share: number }[] {
  const most = Math.max(0.05, ...review.turns.map(({ luck }) => Math.abs(luck.chance)))
  return review.turns.flatMap((turn) => (Math.abs(turn.luck.chance) < SLIGHT ? [] : [{ turn, share: turn.luck.chance / most }]))
}

/** The turn in which the game stood after so many actions; null at its end. */
export function turnAt(turns: ReviewedTurn[], at: number | null): ReviewedTurn | null {
  return at === null ? null : (turns.find((turn) => turn.first <= at && at < turn.last) ?? null)
}

/** Tell whether the engine knew something else than what was played. */
export function differs({ played, best }: ReviewedTurn): boolean {
  return played.actions.map(({ text }) => text).join() !== best.actions.map(({ text }) => text).join()
}

/** What of a turn lies on the board: as it was played, as it should have been, or both. */
export function compared({ played, best }: ReviewedTurn, which: 'played' | 'both' | 'best'): Compared {
  return { played: which === 'best' ? [] : played.actions, best: which === 'played' ? [] : best.actions }
}

/** The better turn as the board shows a hint: numbers and arrows. */
export function shown({ seat, best }: ReviewedTurn): ShownHint {
  const candidate = { turn: best.actions, chance: best.chances[seat] ?? null, points: best.points, visits: 0 }
  return { hint: { actions: best.at, seat, candidates: [candidate] }, candidate: 0, done: 0 }
}

/** Actions in words, one after another. */
export function inTurn(actions: Choice[]): string {
  return actions.map(({ sentence }) => sentence.replace(/\.$/, '')).join(', ')
}

/** A number with its sign, rounded: −1.9, +0.7, 0. */
export function signed(value: number, digits: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits, signDisplay: 'exceptZero' }).format(value).replace('-', '\u2212')
}

/** A mistake that is played again, and the way to the next one, which is shown before it is tried. */
export interface Retried {
  turn: ReviewedTurn
  next: (() => void) | null
  leave: () => void // back to the review
}

/** Stand where a turn began, to play it again; `put` keeps what is tried, null for nothing any more. */
export function retrying(
  table: { look: (at: number) => Promise<void> },
  put: (retried: Retried | null) => void,
): (turn: ReviewedTurn, turns: ReviewedTurn[], whose: number | null) => void {
  return (turn, turns, whose) => {
    void table.look(turn.played.at)
    const following = nextMistake(turns, turn.number, whose)
    const next = (): void => {
      put(null)
      if (following) void table.look(following.played.at)
    }
    put({ turn, next: following && following.number !== turn.number ? next : null, leave: () => put(null) })
  }
}
