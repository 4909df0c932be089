// A title without a board of its own: its diagram as a grid, its choices as a list. Knows no title.
import type { Say } from '../i18n.svelte'
import { voice } from '../i18n.svelte'
import type { Choice, TableState } from '../protocol'
import { isEmpty, matching, type Selection } from '../state/selection'
import type { Chip, Document, Facts, GameModule, Holding, LedgerRow, Place, Primary, SideCard } from '../games/types'
import Board from './Board.svelte'
import { cellOf, readDiagram, stepped, type Diagram } from './diagram'
import { guessed } from './choices'
import Tray from './Tray.svelte'

/** The cards of a seat by name, as its document lists them under `hands`; "?" is one that is hidden. */
export function handOf(document: Document, seat: number | null): string[] {
  const hands = document['hands']
  return seat !== null && Array.isArray(hands) ? namesIn(hands[seat]) : []
}

function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : []
}

/** The diagram of a document that `reads` made. */
export function diagramOf(document: Document): Diagram {
  return readDiagram(String(document['diagram'] ?? ''))
}

function describe(document: Document, place: Place, state: TableState, say: Say): string {
  const { figures, rest } = cellOf(diagramOf(document).cells.get(place) ?? '', state.seats.length)
  const names = figures.map((seat) => say('plain.figure-of', { name: state.seats[seat]?.name ?? '' }))
  const words = [...(rest ? [rest] : []), ...names]
  return [place, ...(words.length > 0 ? words : [say('plain.empty')])].join(', ')
}

function ledger(state: TableState, document: Document): LedgerRow[] {
  const { cells } = diagramOf(document)
  const found = new Map<string, LedgerRow>()
  for (const { what, label, at, clause, seat, points } of state.ledger.terms) {
    const key = `${what} ${at ?? ''}`
    const places = at !== null && cells.has(at) ? [at] : []
    const row = found.get(key) ?? { key, label, note: at ?? '', clause, places, cells: state.seats.map(() => null) }
    row.cells[seat] = { points: (row.cells[seat]?.points ?? 0) + points, note: '' }
    found.set(key, row)
  }
  return [...found.values()]
}

function cost(_document: Document, choice: Choice, say: Say): string {
  if (choice.gains === 0) return ''
  return say('plain.gains', { signed: choice.gains > 0 ? `+${choice.gains}` : String(choice.gains), points: Math.abs(choice.gains) })
}

/** The only choice that is left, by its own sentence; until something is picked, what ends the turn. */
function primary(state: TableState, selection: Selection): Primary | null {
  const ending = isEmpty(selection) ? state.choices.filter(({ ends }) => ends) : []
  const [end] = ending
  if (ending.length === 1 && end) return { label: sentenceCase(end.sentence), choices: ending }
  const left = matching(state.choices, selection, { places, direct: () => true, shape: () => 'step' }, {})
  const [only] = left
  return left.length === 1 && only ? { label: sentenceCase(only.sentence), choices: left } : null
}

function places(choice: Choice): Place[] {
  return choice.squares
}

function sentenceCase(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1).replace(/\.$/, '')
}

/** The facts that the title's catalogue has a sentence for, `fact.NAME`, with `{value}` or the name itself as gap. */
function told(title: string, facts: Facts, say: Say, value: (fact: unknown) => unknown): string[] {
  return Object.entries(facts).flatMap(([name, fact]) => {
    const shown = value(fact)
    const key = `${title}:fact.${name}`
    if (!voice.has(key) || (typeof shown !== 'number' && typeof shown !== 'string')) return []
    const gaps = Object.fromEntries(Object.entries(facts).filter(([, known]) => typeof known === 'number' || typeof known === 'string'))
    return [say(key, { ...(gaps as Record<string, string | number>), value: shown })]
  })
}

/** Any title, as the table page meets it. */
export function plain(title: string): GameModule {
  const own = (key: string, otherwise: string, say: Say): string => (voice.has(`${title}:${key}`) ? say(`${title}:${key}`) : say(otherwise))
  return {
    title,
    Board,
    Tray,
    reads: ({ view, diagram }) => ({ stage: view['stage'], hands: view['hands'], diagram: diagram ?? '' }),
    views: ['flat'],
    viewNames: { flat: 'view.grid' },
    turns: false,
    tray: { rail: 520, told: 420, below: 300 },
    finds: true,
    places,
    direct: () => true,
    shape: () => 'step',
    attempt: (_document, selection, place, { choices, nearly }) => guessed(choices, nearly, selection.path, place),
    idle: (place, say) => say('plain.nothing', { place }),
    step: (document, place, dx, dy) => stepped(diagramOf(document), place, dx, dy),
    describe,
    rows: (document) => diagramOf(document).rows,
    cell: (document, place) => (diagramOf(document).cells.get(place) ?? '').replace(/\./g, '') || '·',
    legend: (say) => own('legend', 'plain.legend', say),
    chips: (_document, facts, say): Chip[] => told(title, facts, say, (fact) => fact).map((strong) => ({ strong })),
    ledger: (state, document) => ledger(state, document),
    ledgerTitle: (state, _document, say) => say(state.ledger.settled ? 'plain.ledger' : 'plain.ledger.now'),
    holdings: (document, facts, seat, say): Holding[] => {
      const cards = handOf(document, seat).length
      const hand = Array.isArray(document['hands']) ? [say('plain.cards', { cards })] : []
      return [...hand, ...told(title, facts, say, (fact) => (Array.isArray(fact) ? fact[seat] : null))].map((label) => ({ label }))
    },
    side: (document, state, say): SideCard => ({
      title: say('plain.about.title'),
      text: [
        say('plain.about', { game: state.label }),
        ...(diagramOf(document).rows.length > 0 ? [own('legend', 'plain.legend', say)] : []),
      ].join(' '),
    }),
    prompt: (document, _state, say) => own(`stage.${String(document['stage'])}`, 'plain.prompt', say),
    cost,
    primary: (state, selection) => primary(state, selection),
    secret: (state) => state.facts['secret'] === true,
    keys: () => ({}),
  }
}
