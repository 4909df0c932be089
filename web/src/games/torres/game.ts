// Torres as the table page meets it.
import type { Say } from '../../i18n.svelte'
import type { Choice, LogEntry, TableState } from '../../protocol'
import type { Selection } from '../../state/selection'
import Tray from './tray/Tray.svelte'
import MasterIcon from './board/MasterIcon.svelte'
import type { Chip, Document, Facts, GameModule, Holding, LedgerRow, Place, Primary, Shape, SideCard, View } from '../types'
import Board from './board/Board.svelte'
import { castleAt, nameOf, read, squareOf } from './board/position'
import sample from './sample.json'

/** Of the setup, which comes before the first year. */
const SETUP = ['castle', 'place', 'king-setup']

function shape(choice: Choice): Shape {
  const kind = choice.kind
  if (kind === 'king') return 'king'
  if (['knight', 'place'].includes(kind)) return 'piece'
  if (['block', 'castle', 'play raise', 'play supply', 'play shift'].includes(kind)) return 'cube'
  if (kind === 'play lift') return 'door'
  return kind === 'move' && choice.floors.length > 0 ? 'door' : 'step' // who changes floors goes through a castle
}

/** Without an action chosen, knights are moved and whatever else a stage asks for is placed. */
function direct(choice: Choice): boolean {
  return !choice.kind.startsWith('play')
}

/** In a turn, the many squares for blocks light up only once a block is asked for. */
function quiet(choice: Choice, document: Document): boolean {
  return read(document).stage === 'turn' && choice.squares.length === 1
}

/** Where an action laid a block. */
function built({ facts }: Pick<LogEntry, 'facts'>): Place[] {
  const laid = facts['laid'] as Place | undefined
  return laid === undefined ? [] : [laid]
}

function attempt(document: Document, selection: Selection, place: Place): string | null {
  const position = read(document)
  const from = selection.path[0]
  const kind = selection.kind
  if (kind === null) {
    if (from) return `move ${from} ${place}`
    if (position.stage === 'castle' || position.stage === 'place') return `${position.stage} ${place}`
    if (position.stage === 'king-setup' || position.stage === 'king') return `king ${place}`
    if (position.stage !== 'turn') return null
    return position.figures[squareOf(place)] === '.' ? `block ${place}` : `move ${place} ${place}`
  }
  if (['knight', 'block', 'castle', 'place', 'king', 'play supply'].includes(kind)) return `${kind} ${place}`
  if (kind === 'play raise') return `${kind} ${place} open`
  if (kind.startsWith('play') && from) return `${kind} ${from} ${place}`
  if (kind.startsWith('play')) return `${kind} ${place} ${place}`
  return null
}

function step(_document: Document, place: Place | null, dx: number, dy: number, turn: number, view: View): Place {
  const square = place === null ? -1 : squareOf(place)
  if (square < 0) return 'a1'
  // Isometric, file a and rank 8 lie in front: half a turn from the flat board.
  for (let i = 0; i < turn + (view === 'raised' ? 2 : 0); i++) [dx, dy] = [-dy, dx]
  const file = Math.min(7, Math.max(0, (square % 8) + dx))
  const rank = Math.min(7, Math.max(0, Math.floor(square / 8) + dy))
  return nameOf(8 * rank + file)
}

function describe(document: Document, place: Place, state: TableState, say: Say): string {
  const position = read(document)
  const square = squareOf(place)
  const height = position.heights[square] ?? 0
  const figure = position.figures[square] ?? '.'
  const castle = castleAt(position, square)
  const parts = [place, height > 0 ? say('web-torres:height', { height }) : say('web-torres:ground')]
  if (castle) parts.push(say('web-torres:castle', { area: castle.length }))
  if (figure === 'K') parts.push(say('web-torres:king'))
  else if (figure !== '.') parts.push(say('web-torres:knight-of', { name: state.seats[Number(figure)]?.name ?? figure }))
  return parts.join(', ')
}

function rows(): Place[][] {
  return Array.from({ length: 8 }, (_, i) => Array.from({ length: 8 }, (_, file) => nameOf(8 * (7 - i) + file)))
}

function cell(document: Document, place: Place): string {
  const position = read(document)
  const square = squareOf(place)
  const figure = position.figures[square] ?? '.'
  const height = position.heights[square] ?? 0
  const piece = figure === 'K' ? '♔' : figure === '.' ? '' : ('ABCD'[Number(figure)] ?? '')
  return `${height || ''}${piece}` || '·'
}

function chips(document: Document, facts: Facts, say: Say): Chip[] {
  const position = read(document)
  if (position.stage === 'over') return [{ strong: say('torres:status.over') }]
  if (SETUP.includes(position.stage)) return [{ strong: say('torres:status.setup') }]
  const strong = say('web-torres:year', { year: position.year })
  // The year is scored: no round is being played.
  if (['king', 'start'].includes(position.stage))
    return [{ strong, rest: say('web-torres:of-years.scored', { years: Number(facts['years']) }) }]
  const chip = {
    strong,
    rest: say('web-torres:of-years', { years: Number(facts['years']), round: position.round, rounds: Number(facts['rounds']) }),
  }
  return [chip, { strong: '', rest: say('web-torres:supply', { blocks: position.supply }) }]
}

function ledger(state: TableState, document: Document, say: Say): LedgerRow[] {
  const position = read(document)
  const found = new Map<string, LedgerRow>()
  for (const term of state.ledger.terms) {
    const at = term.at ? squareOf(term.at) : -1
    const castle = term.what === 'castle' ? castleAt(position, at) : null
    const key = castle ? nameOf(foremost(castle)) : term.what
    const row = found.get(key) ?? {
      key,
      label: castle ? key : term.label,
      note: castle ? String(castle.length) : '',
      clause: term.clause,
      places: castle ? castle.map(nameOf) : kingPlaces(position, term.what),
      cells: state.seats.map(() => null),
    }
    const level = castle ? (position.heights[at] ?? 0) : 0
    row.cells[term.seat] = { points: term.points, note: castle && level > 0 ? say('web-torres:level', { level }) : '' }
    found.set(key, row)
  }
  const castles = [...found.values()].filter((row) => row.note !== '')
  const others = [...found.values()].filter((row) => row.note === '')
  castles.sort((a, b) => Number(b.note) - Number(a.note) || (a.key < b.key ? -1 : 1))
  return [...castles, ...others]
}

/** The square that a castle is called by: the topmost, then leftmost of the unturned board. */
function foremost(castle: readonly number[]): number {
  const rank = (square: number): number => Math.floor(square / 8)
  return castle.reduce((best, square) => (rank(square) > rank(best) || (rank(square) === rank(best) && square < best) ? square : best))
}

function kingPlaces(position: ReturnType<typeof read>, what: string): Place[] {
  const king = position.figures.indexOf('K')
  if (what !== 'king' || king < 0) return []
  return castleAt(position, king)?.map(nameOf) ?? [nameOf(king)]
}

function holdings(document: Document, facts: Facts, seat: number, say: Say): Holding[] {
  const position = read(document)
  const knights = position.figures.filter((figure) => figure === String(seat)).length
  const cards = position.hands[seat]?.length ?? 0
  const open = position.toMove === seat ? (position.openStack ?? 0) : 0
  const stacks = [...(open ? [open] : []), ...(position.stacks[seat] ?? [])]
  const found: Holding[] = stacks.length > 0 ? [{ label: '', stacks }] : []
  if (position.hands.some((hand) => hand.length > 0)) found.push({ label: say('web-torres:cards', { cards }) })
  found.push({ label: say('web-torres:knights', { knights, all: Number(facts['knights']) }) })
  return found
}

function side(document: Document, _state: TableState, say: Say): SideCard | null {
  const { master } = read(document)
  if (!master) return null
  return {
    title: say('web-torres:master', { card: say(`torres:master.${master}`) }),
    text: say(`torres:master.${master}.effect`),
    icon: MasterIcon,
    name: master,
  }
}

function prompt(document: Document, state: TableState, say: Say): string {
  const { stage } = read(document)
  // Nothing on the board is left to do: say what is.
  const idle = stage === 'turn' && state.choices.length > 0 && !state.choices.some((choice) => choice.price)
  const card = state.choices.some(({ kind }) => kind.startsWith('play'))
  return say(idle ? `web-torres:stage.turn.${card ? 'idle' : 'done'}` : `web-torres:stage.${stage}`)
}

/** The cards bought in this turn, where they are one's own. */
function fresh(document: Document, state: TableState, say: Say): string {
  const { bought, toMove } = read(document)
  if (toMove === null || !state.yours.includes(toMove) || bought.length === 0 || bought.includes('?')) return ''
  return say('web-torres:fresh', { cards: bought.map((card) => say(`torres:card.${card}`)).join(', ') })
}

function unusual(document: Document): boolean {
  return read(document).stage !== 'turn'
}

/** Cards by their names, actions by their buttons. */
function called(kind: string, say: Say): string {
  const [word = '', card = '', ...more] = kind.split(' ')
  if (word === 'play' && card && more.length === 0) return say(`torres:card.${card}`)
  return ['knight', 'block', 'point', 'buy'].includes(kind) ? say(`web-torres:kind.${kind}`) : ''
}

/** What a card does; the other actions say it by their names. */
function about(kind: string, say: Say): string {
  const [word, card] = kind.split(' ')
  return word === 'play' && card
    ? say('web-torres:about.card', { card: say(`torres:card.${card}`), effect: say(`torres:card.${card}.effect`) })
    : ''
}

function cost(document: Document, choice: Choice, say: Say): string {
  const { price, kind } = choice
  if (price) return say('web-torres:cost', { price, left: read(document).ap - price })
  return kind.startsWith('play') ? say('web-torres:free') : ''
}

/** What is chosen in the tray, on the button: "Keep Lift", "Rook begins". */
function chosenWords(choice: Choice, state: TableState, say: Say): string {
  const word = choice.text.split(' ')[1] ?? ''
  if (choice.kind === 'keep') return say('web-torres:do.keep-card', { card: say(`torres:card.${word}`) })
  if (choice.kind === 'start') return say('web-torres:do.start-seat', { name: state.seats[Number(word)]?.name ?? word })
  return say(`web-torres:do.${choice.kind}`)
}

function primary(state: TableState, selection: Selection, say: Say): Primary | null {
  const of = (kind: string): Choice[] => state.choices.filter((choice) => choice.kind === kind)
  if (of('end').length > 0) {
    const left = read(state.view).ap
    const end = { label: say('web-torres:end'), choices: of('end') }
    return left > 0 ? { ...end, ask: say('web-torres:end-left', { points: left }) } : end
  }
  if (of('stay').length > 0) return { label: say('web-torres:stay'), choices: of('stay') }
  for (const kind of ['store', 'return', 'keep', 'start']) {
    const all = of(kind)
    const chosen = selection.narrow ? all.filter(selection.narrow) : []
    const [only] = chosen
    if (chosen.length === 1 && only) return { label: chosenWords(only, state, say), choices: chosen }
    if (all.length > 0) return { label: say(`web-torres:do.${kind}`), choices: all }
  }
  return null
}

/** Cards are secret, unless all hold the same ones from the start. */
function secret(state: TableState): boolean {
  return state.facts['secret'] === true
}

export const game: GameModule = {
  title: 'torres',
  Board,
  Tray,
  emblem: { sample, background: 'var(--sky)', inset: '-14% -14% -20%', whole: '1%' },
  views: ['flat', 'raised'],
  wide: ['raised'],
  tray: { rail: 374, told: 296, below: 262, upright: 348 },
  turns: true,
  places: (choice) => choice.squares,
  direct,
  quiet,
  shape,
  built,
  attempt,
  step,
  describe,
  rows,
  cell,
  legend: (say) => say('web-torres:legend'),
  chips,
  ledger,
  ledgerTitle: (state, document, say) =>
    say(state.ledger.settled ? 'web-torres:ledger.scored' : 'web-torres:ledger', { year: read(document).year }),
  ledgerHead: (say) => say('web-torres:ledger-head'),
  holdings,
  side,
  prompt,
  fresh,
  unusual,
  called,
  about,
  cost,
  primary,
  secret,
  badge: { flat: [0.36, 0.5] }, // its numeral stands on the right
  keys: (facts) => ({
    n: 'knight',
    b: 'block',
    p: 'point',
    c: 'buy',
    ...Object.fromEntries(((facts['cards'] ?? []) as string[]).map((card, i) => [String((i + 1) % 10), `play ${card}`])),
  }),
}
