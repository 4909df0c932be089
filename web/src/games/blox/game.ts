// BLOX as the table page meets it.
import Tray from './tray/Tray.svelte'
import Token from './tray/Token.svelte'
import Towers from './tray/Towers.svelte'
import { askedText, count, readWay } from './tray/ways'
import type { Say } from '../../i18n.svelte'
import type { Choice, TableState } from '../../protocol'
import type { Selection } from '../../state/selection'
import type { Chip, Document, Facts, GameModule, Holding, LedgerRow, Place, Shape, SideCard } from '../types'
import Board from './board/Board.svelte'
import { nearestEntry, spot, squareOf } from './board/geometry'
import { COLOURS, SIZE, byName, readBoard, squareAt, squareName, standing, type BloxView } from './board/position'
import * as textual from './board/textual'
import { colourName, standsWords } from './board/words'
import sample from './sample.json'

const SHAPES: Record<string, Shape> = {
  enter: 'emblem',
  move: 'emblem',
  destroy: 'cross',
  hit: 'cross',
  build: 'cube',
}

function viewOf(document: Document): BloxView {
  return document as unknown as BloxView
}

function cellOf(document: Document, place: Place) {
  return byName(readBoard(viewOf(document).board)).get(place)
}

/** Enter: the square alone, for the ends that lead to it are equal; build: the figure twice, so
 * that it is selected before it acts. */
export function places(choice: Choice): Place[] {
  return choice.kind === 'build' ? [...choice.squares, ...choice.squares] : choice.squares
}

/** Entering is chosen in the tray, unless no figure of the seat is on the board. */
export function direct(choice: Choice, document: Document): boolean {
  return choice.kind === 'enter' ? noneOnBoard(document) : choice.kind !== 'change'
}

function noneOnBoard(document: Document): boolean {
  const { board, to_move: toMove } = viewOf(document)
  return standing(readBoard(board), toMove ?? 0) === 0
}

function attempt(document: Document, selection: Selection, place: Place): string | null {
  const enters = selection.kind === 'enter' || (selection.kind === null && noneOnBoard(document))
  const entry = enters ? nearestEntry(place) : null
  return askedText(selection.path[0] ?? null, entry, place, cellOf(document, place), viewOf(document).facts.fewest_hit)
}

/** The cursor walks over the squares; up is +1. */
export function step(_document: Document, place: Place | null, dx: number, dy: number, turn: number): Place {
  if (place === null) return 'e5'
  const { file, rank } = squareAt(place)
  const { column, row } = spot(file, rank, turn)
  const inside = (n: number): number => Math.min(SIZE - 1, Math.max(0, n))
  const found = squareOf({ column: inside(column + dx), row: inside(row - dy) }, turn)
  return squareName(found.file, found.rank)
}

function describe(document: Document, place: Place, state: TableState, say: Say): string {
  const cell = cellOf(document, place)
  if (!cell) return place
  return `${place}, ${standsWords(cell, state.seats, say)}`
}

function chips(document: Document, _facts: Facts, say: Say): Chip[] {
  const { round, draw, discard, phase } = viewOf(document)
  return [
    { strong: say('web-blox:chip.phase', { phase }) },
    { strong: say('web-blox:chip.round', { round }) },
    { strong: say('web-blox:chip.draw', { cards: draw.length }), rest: say('web-blox:chip.discard', { cards: discard.length }) },
  ]
}

/** Points by phase and by what they were for. */
function ledger(state: TableState): LedgerRow[] {
  const { terms } = state.ledger
  const phases = [...new Set(terms.map(({ span }) => span))].sort()
  return phases.flatMap((phase) =>
    ['destroyed', 'built', 'hits'].flatMap((what) => {
      const made = terms.filter((term) => term.span === phase && term.what === what)
      const [first] = made
      if (!first) return []
      return {
        key: `${phase} ${what}`,
        label: first.label,
        note: phases.length > 1 ? phase : '',
        clause: first.clause,
        places: [],
        cells: state.seats.map(({ seat }) => {
          const own = made.find((term) => term.seat === seat)
          return own ? { points: own.points, note: '' } : null
        }),
      }
    }),
  )
}

function holdings(document: Document, _facts: Facts, seat: number, say: Say): Holding[] {
  const { blocks, jokers, facts } = viewOf(document)
  const held = blocks[seat] ?? ''
  const { reserve, most_blocks: most } = facts
  const figures = reserve[seat] ?? 0
  const colours = COLOURS.filter((colour) => held.includes(colour)).map((colour) => {
    const number = count(held, colour)
    const words = say('web-blox:holding.colour', { colour: colourName(colour, say), number })
    return { icon: Token, name: colour, label: String(number), words, brief: true }
  })
  return [
    ...colours,
    { label: say('web-blox:holding.of', { blocks: held.length, most }) },
    { icon: Token, name: `figure-${'abcd'.charAt(seat)}`, label: String(figures), words: say('web-blox:holding.reserve', { figures }) },
    {
      icon: Token,
      name: jokers[seat] ? 'joker' : 'used',
      label: '',
      words: say(jokers[seat] ? 'web-blox:holding.joker' : 'web-blox:holding.no-joker'),
    },
  ]
}

function side(document: Document, _state: TableState, say: Say): SideCard | null {
  const { phase, facts } = viewOf(document)
  const { phases, towers } = facts
  const now = phases[phase - 1]
  if (!now) return null
  const sentences = [
    say('web-blox:phase.now', { destroy: now.destroy, build: now.build }),
    say(phase < phases.length ? 'web-blox:phase.next' : 'web-blox:phase.last', {
      height: now.destroy,
      towers: now.towers,
      next: phase + 1,
    }),
  ]
  const name = `${now.destroy} ${towers.join(',')}`
  return { title: say('web-blox:chip.phase', { phase }), text: sentences.join(' '), icon: Towers, name }
}

function prompt(document: Document, state: TableState, say: Say): string {
  const { to_move: toMove } = viewOf(document)
  if (toMove === null || state.status === 'over') return say('blox:stage.over')
  if (!state.yours.includes(toMove)) return say('web-blox:prompt.wait')
  return say(noneOnBoard(document) ? 'web-blox:prompt.enter' : 'web-blox:prompt.turn')
}

/** Actions by their buttons. */
function called(kind: string, say: Say): string {
  return kind in SHAPES ? say(`web-blox:action.${kind}`) : ''
}

/** "pays grey, white ×2 · 2 points". */
function cost(_document: Document, choice: Choice, say: Say): string {
  const way = readWay(choice)
  if (way.kind === 'change') return ''
  const cards = COLOURS.filter((colour) => way.pays.includes(colour)).map((colour) => {
    const number = way.pays.filter((paid) => paid === colour).length
    return number > 1 ? `${colourName(colour, say)} ×${number}` : colourName(colour, say)
  })
  if (way.joker) cards.push(say('web-blox:joker.word'))
  const words = [say('web-blox:cost.pays', { cards: cards.join(', ') })]
  if (choice.gains) words.push(say('web-blox:cost.points', { points: choice.gains }))
  return words.join(' · ')
}

export const game: GameModule = {
  title: 'blox',
  Board,
  Tray,
  emblem: { sample, background: '#4a4453', inset: '-45% -10%', whole: '2%' },
  views: ['flat', 'raised'],
  tray: { rail: 424, told: 226, below: 262 },
  turns: true,
  places,
  direct,
  shape: (choice) => SHAPES[choice.kind] ?? 'step',
  attempt,
  step,
  describe,
  rows: textual.rows,
  cell: textual.cell,
  note: textual.note,
  legend: (say) => say('web-blox:legend'),
  chips,
  ledger,
  ledgerTitle: (_state, _document, say) => say('web-blox:ledger.title'),
  ledgerHead: (say) => say('web-blox:ledger.head'),
  holdings,
  side,
  prompt,
  unusual: noneOnBoard, // a figure has to enter first
  called,
  cost,
  primary: () => null, // every action ends on a square or in the tray
  secret: () => true,
  badge: { flat: [0.84, 0.16], raised: [0.84, 0.16] },
  keys: () => ({ n: 'enter', m: 'move', d: 'destroy', b: 'build', h: 'hit' }),
}
