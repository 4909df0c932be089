// Castellan as the table page meets it.
import Tray from '../../trays/castellan/Tray.svelte'
import type { Say } from '../../i18n.svelte'
import type { Choice, TableState } from '../../protocol'
import type { Selection } from '../../state/selection'
import type { Chip, Document, Facts, GameModule, Holding, LedgerRow, Place, Primary, SideCard } from '../types'
import Board from './Board.svelte'
import { bounds, openEnds, pointName, readPiece, readPieces, readPoint, towerPoints, type CastellanView } from './castle'
import { boxOf, facesOf } from './deck'
import { courtyardWords, pieceWords } from './words'

const PIECES = ['tower', 'long', 'short']

function viewOf(document: Document): CastellanView {
  return document as unknown as CastellanView
}

/** A piece is its own place; a courtyard asked about is its cell. */
export function places(choice: Choice): Place[] {
  if (PIECES.includes(choice.kind)) return [choice.text]
  return choice.kind === 'double' || choice.kind === 'stays' ? choice.squares : []
}

function attempt(document: Document, _selection: Selection, place: Place): string | null {
  return viewOf(document).stage === 'build' && readPiece(place) ? place : null
}

/** Over the points of the castle; the board itself walks from lit place to lit place. */
function step(document: Document, place: Place | null, dx: number, dy: number): Place {
  const box = bounds(readPieces(viewOf(document).pieces))
  const at = place === null ? null : (readPiece(place) ?? readPoint(place))
  if (!at || Number.isNaN(at.x)) return pointName(box.left, box.top)
  return pointName(
    Math.min(box.right, Math.max(box.left, at.x + dx)),
    Math.min(box.top, Math.max(box.bottom, at.y + dy)),
  )
}

function describe(document: Document, place: Place, state: TableState, say: Say): string {
  const piece = readPiece(place)
  if (piece) return pieceWords(piece, say)
  const view = viewOf(document)
  const yard = view.courtyards.find(({ cell }) => cell === place)
  const worth = state.ledger.terms.find(({ at }) => at === place)?.points ?? 0
  if (yard) return courtyardWords(yard.cell, state.seats[yard.seat], yard.double ? worth / 2 : worth, yard.double, say)
  const pieces = readPieces(view.pieces)
  if (towerPoints(pieces).has(place)) return say('web-castellan:place.tower', { point: place })
  const open = openEnds(pieces).includes(place)
  return say(open ? 'web-castellan:place.open' : 'web-castellan:place.point', { point: place })
}

function rows(document: Document): Place[][] {
  const box = bounds(readPieces(viewOf(document).pieces))
  return Array.from({ length: box.top - box.bottom + 1 }, (_, row) =>
    Array.from({ length: box.right - box.left + 1 }, (_, column) => pointName(box.left + column, box.top - row)),
  )
}

/** O a tower, + an open end; then > and ^ where a wall runs east and north from here. */
function cellText(document: Document, place: Place): string {
  const pieces = readPieces(viewOf(document).pieces)
  const point = towerPoints(pieces).has(place) ? 'O' : openEnds(pieces).includes(place) ? '+' : '·'
  const from = pieces.filter((piece) => pointName(piece.x, piece.y) === place)
  const marks = from.map(({ heading, kind }) => (heading === 'E' ? '>' : heading === 'N' ? '^' : '').repeat(kind === 'long' ? 2 : 1))
  return point + marks.join('')
}

function chips(document: Document, _facts: Facts, say: Say): Chip[] {
  return viewOf(document).ending === null ? [] : [{ strong: say('web-castellan:chip.last') }]
}

function ledger(state: TableState, document: Document, say: Say): LedgerRow[] {
  const view = viewOf(document)
  return view.courtyards.map((yard) => {
    const points = state.ledger.terms.find(({ at }) => at === yard.cell)?.points ?? 0
    const towers = yard.double ? points / 2 : points
    return {
      key: yard.cell,
      label: yard.cell,
      note: say(yard.double ? 'web-castellan:ledger.doubled' : 'web-castellan:ledger.towers', { towers }),
      clause: 'C6.3',
      places: [yard.cell],
      cells: state.seats.map(({ seat }) => (seat === yard.seat ? { points, note: '' } : null)),
    }
  })
}

function holdings(document: Document, _facts: Facts, seat: number, say: Say): Holding[] {
  const { hands, decks, double_used: used } = viewOf(document)
  const count = (list: typeof hands, kind: 'W' | 'T'): number => list[seat]?.[kind].length ?? 0
  return [
    { label: say('web-castellan:holding.hand', { walls: count(hands, 'W'), towers: count(hands, 'T') }) },
    { label: say('web-castellan:holding.decks', { walls: count(decks, 'W'), towers: count(decks, 'T') }) },
    { label: say(used[seat] ? 'web-castellan:holding.double-used' : 'web-castellan:holding.double-ready') },
  ]
}

function side(document: Document, _state: TableState, say: Say): SideCard | null {
  const view = viewOf(document)
  const box = boxOf(view, facesOf(view))
  return {
    title: say('web-castellan:box'),
    text: `${say('web-castellan:box.left', { ...box })} ${say('web-castellan:reconstruction')}`,
  }
}

function prompt(document: Document, state: TableState, say: Say): string {
  const { stage, to_move: toMove } = viewOf(document)
  if (toMove === null || state.status === 'over') return say('web-castellan:prompt.over')
  if (!state.yours.includes(toMove)) return say('web-castellan:prompt.wait')
  return say(`web-castellan:prompt.${stage}`)
}

function primary(state: TableState, selection: Selection, say: Say): Primary | null {
  const { stage } = viewOf(state.view)
  const label = say(`web-castellan:primary.${stage}`)
  if (stage === 'build') return { label, choices: [], disabled: say('web-castellan:build.rule') }
  if (stage === 'draw') return { label, choices: state.choices }
  if (stage === 'keep') return { label, choices: state.choices.filter(({ kind }) => kind === 'keep') }
  if (stage !== 'play') return null
  const choices = state.choices.filter((choice) => selection.narrow?.(choice) ?? false)
  const [only] = choices
  if (choices.length !== 1 || !only) return { label, choices: [], disabled: say('web-castellan:play.choose') }
  return { label: say('web-castellan:primary.play-cards', { cards: only.text.split(' ').slice(1).join(' ') }), choices }
}

export const game: GameModule = {
  title: 'castellan',
  Board,
  Tray,
  views: ['flat', 'raised'],
  tray: { rail: 352, below: 262 },
  turns: false,
  places,
  direct: (choice) => places(choice).length > 0,
  shape: () => 'piece',
  attempt,
  step,
  describe,
  rows,
  cell: cellText,
  chips,
  ledger,
  ledgerTitle: (_state, _document, say) => say('web-castellan:ledger.title'),
  holdings,
  side,
  prompt,
  cost: () => '',
  primary,
  secret: () => true,
  keys: { l: 'long', s: 'short', o: 'tower' },
}
