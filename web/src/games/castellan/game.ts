// Castellan as the table page meets it.
import Tray from './tray/Tray.svelte'
import type { Say } from '../../i18n.svelte'
import type { Choice, LogEntry, TableState } from '../../protocol'
import type { Selection } from '../../state/selection'
import type { Chip, Document, Facts, GameModule, Holding, LedgerRow, Place, Primary, SideCard } from '../types'
import Board from './board/Board.svelte'
import { enclosed, pointName, readPiece, readPoint, type CastellanView } from './board/castle'
import { boxOf } from './board/deck'
import * as textual from './board/textual'
import { courtyardNames, pieceWords } from './board/words'
import sample from './sample.json'

const PIECES = ['tower', 'long', 'short']

function viewOf(document: Document): CastellanView {
  return document as unknown as CastellanView
}

/** A piece is its own place; a courtyard asked about is its cell. */
export function places(choice: Choice): Place[] {
  if (PIECES.includes(choice.kind)) return [choice.text]
  return choice.kind === 'double' || choice.kind === 'stays' ? choice.squares : []
}

/** A piece that doesn't fit; at a point of the text grid the kind in hand, a wall towards the east. */
function attempt(document: Document, selection: Selection, place: Place): string | null {
  if (viewOf(document).stage !== 'build') return null
  if (readPiece(place)) return place
  if (selection.kind === null || !PIECES.includes(selection.kind)) return null
  return selection.kind === 'tower' ? `tower ${place}` : `${selection.kind} ${place} E`
}

/** Over the points of the text grid; the board itself walks from lit place to lit place. */
function step(document: Document, place: Place | null, dx: number, dy: number): Place {
  const all = textual.rows(document)
  const bottom = all.at(-1) ?? []
  const from = readPoint(bottom[0] ?? '0,0')
  const to = readPoint(all[0]?.at(-1) ?? '0,0')
  const at = place === null ? null : (readPiece(place) ?? readPoint(place))
  if (!at || Number.isNaN(at.x)) return pointName(0, 0)
  return pointName(Math.min(to.x, Math.max(from.x, at.x + dx)), Math.min(to.y, Math.max(from.y, at.y + dy)))
}

/** A piece in words as it is hovered; a point with all that meets there. */
function describe(document: Document, place: Place, state: TableState, say: Say): string {
  const piece = readPiece(place)
  return piece ? pieceWords(piece, say) : textual.describe(document, place, state, say)
}

function chips(document: Document, _facts: Facts, say: Say): Chip[] {
  return viewOf(document).ending === null ? [] : [{ strong: say('web-castellan:chip.last') }]
}

function ledger(state: TableState, document: Document, say: Say): LedgerRow[] {
  const view = viewOf(document)
  const names = courtyardNames(view, say)
  return view.courtyards.map((yard) => {
    const { points = 0, clause = '' } = state.ledger.terms.find(({ at }) => at === yard.cell) ?? {}
    const { towers } = enclosed(view, yard.cell)
    return {
      key: yard.cell,
      label: names.get(yard.cell) ?? yard.cell,
      note: say(yard.double ? 'web-castellan:ledger.doubled' : 'web-castellan:ledger.towers', { towers }),
      clause,
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
  return {
    title: say('web-castellan:box'),
    text: say('web-castellan:box.left', { ...boxOf(document['facts'] as Facts) }),
  }
}

function prompt(document: Document, state: TableState, say: Say): string {
  const { stage, to_move: toMove } = viewOf(document)
  if (toMove === null || state.status === 'over') return say('web-castellan:prompt.over')
  if (!state.yours.includes(toMove)) return say('web-castellan:prompt.wait')
  const last = unusual(document) && state.choices.length === 1
  return say(last ? 'web-castellan:prompt.last' : `web-castellan:prompt.${stage}`)
}

/** The last turn asks for every card. */
function unusual(document: Document): boolean {
  const { stage, ending } = viewOf(document)
  return stage === 'play' && ending !== null
}

/** Cards by their number. */
function called(action: string, say: Say): string {
  const [word, ...cards] = action.split(' ')
  return word === 'play' ? say('web-castellan:primary.play-cards', { cards: cards.length }) : ''
}

/** A piece by its kind, where no courtyard is closed or split. */
function seen(choice: Choice, say: Say): string {
  return PIECES.includes(choice.kind) && !('closes' in choice.facts) ? say(`web-castellan:puts.${choice.kind}`) : ''
}

/** The piece that was put, with the points of the ground it stands on. */
function whereabouts(entry: LogEntry, say: Say): string {
  const piece = readPiece(entry.text)
  return piece ? pieceWords(piece, say) : ''
}

/** A courtyard that would be closed, or split. */
function promised(choice: Choice, say: Say): string {
  return choice.gains === 0 ? '' : say('web-castellan:ledger.promised')
}

/** "+5 points, 10 if doubled". */
function cost(_document: Document, choice: Choice, say: Say): string {
  if (choice.gains === 0) return ''
  const points = choice.gains > 0 ? `+${choice.gains}` : String(choice.gains)
  const doubled = choice.facts['doubled'] as number | undefined
  return doubled === undefined
    ? say('web-castellan:cost.points', { points, count: Math.abs(choice.gains) })
    : say('web-castellan:cost.double', { points, doubled })
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
  return { label: say('web-castellan:primary.play-cards', { cards: only.text.split(' ').length - 1 }), choices }
}

function about(kind: string, say: Say): string {
  return ['tower', 'long', 'short'].includes(kind) ? say(`web-castellan:prompt.${kind}`) : ''
}

export const game: GameModule = {
  title: 'castellan',
  Board,
  Tray,
  emblem: { sample, background: 'var(--meadow-1)', inset: '-40% -12%', whole: '0' },
  views: ['flat', 'raised'],
  tray: { rail: 352, told: 344, below: 262, upright: 306 },
  turns: false,
  free: true,
  boxed: true,
  places,
  direct: (choice) => places(choice).length > 0,
  shape: () => 'piece',
  attempt,
  step,
  describe,
  rows: textual.rows,
  cell: textual.cell,
  spots: textual.spots,
  offer: textual.offer,
  legend: (say) => say('web-castellan:legend'),
  chips,
  ledger,
  ledgerTitle: (_state, _document, say) => say('web-castellan:ledger.title'),
  holdings,
  side,
  prompt,
  unusual,
  called,
  seen,
  whereabouts,
  about,
  cost,
  promised,
  primary,
  secret: () => true,
  keys: () => ({ l: 'long', s: 'short', o: 'tower' }),
}
