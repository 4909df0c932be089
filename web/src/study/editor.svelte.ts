// A position that is set up by hand. Edits are kept as lines of text, as a table keeps actions: undo and redo are the table's own.
import { api, patiently } from '../api'
import type { Place } from '../games/types'
import { voice } from '../i18n.svelte'
import type { Choice, Draft, EditTool, TableState } from '../protocol'
import { choiceOf } from '../state/choice'
import { LocalTable, type Start } from '../state/local'
import { Table } from '../state/table.svelte'

const READ = 'read '

/** A table at which a click puts something down instead of playing. */
class EditTable extends Table {
  tool = $state.raw<EditTool | null>(null)
  put: (place: Place) => void = () => {}

  /** Places that are no squares are shown as the board shows where to build. */
  override choices = $derived<Choice[]>(this.tool?.shown ? this.tool.places.map((text) => choiceOf(text)) : [])

  override pick(place: Place): void {
    this.put(place)
  }

  override drag(): void {}

  /** One cell stands for several places: asked is which, in words. */
  override choose(choices: Choice[], place: Place | null = null): void {
    const told = (text: string): string => (place && this.game?.offer?.(place, text, voice.say)) || text
    super.choose(
      choices.map((choice) => ({ ...choice, sentence: told(choice.text) })),
      place,
    )
  }

  override submit(choice: Choice): void {
    this.chooser = null
    this.put(choice.text)
  }
}

export class Editor {
  readonly table: EditTable
  draft = $state.raw<Draft | null>(null)
  edits = $state.raw<string[]>([])
  #name = $state<string | null>(null)
  #drafts = new Map<string, Draft>()
  #last: TableState | null = null
  #local: LocalTable

  tool = $derived<EditTool | null>(this.draft?.tools.find(({ name }) => name === this.#name) ?? this.draft?.tools[0] ?? null)

  constructor(
    readonly start: Start,
    readonly actions: string[],
    edits: string[] = [],
  ) {
    this.#local = new LocalTable(start, {
      actions: edits,
      moved: (done) => this.#told(done),
      doors: {
        state: ({ actions: done }) => this.#ask(done),
        why: () => Promise.resolve(null),
        hint: (_question, signal) =>
          api.studyHint({ start: { document: this.draft?.document ?? {} }, actions: [], eyes: null }, voice.language, signal),
      },
    })
    this.table = new EditTable('study', [], this.#local)
    this.table.put = (place) => this.put(place)
    this.edits = edits
  }

  /** Ask what stands; where it can't be, the last that could stays on the board. */
  async #ask(edits: string[]): Promise<TableState> {
    const draft = await patiently(() => api.studyEdit(this.#since(edits), voice.language))
    this.#drafts.set(edits.join('\n'), draft)
    if (draft.state) this.#last = draft.state
    const state = draft.state ?? this.#last
    if (!state) throw new Error(draft.trouble?.sentence ?? '')
    queueMicrotask(() => {
      if (this.draft === null) this.#told(edits)
    })
    return { ...state, log: [], actions: edits.length }
  }

  /** What the server is asked: a document that was read is where it begins anew. */
  #since(edits: string[]): { start: Start; actions: string[]; edits: string[] } {
    const last = edits.findLastIndex((edit) => edit.startsWith(READ))
    if (last < 0) return { start: this.start, actions: this.actions, edits }
    const document = JSON.parse((edits[last] ?? '').slice(READ.length)) as Record<string, unknown>
    return { start: { document }, actions: [], edits: edits.slice(last + 1) }
  }

  #told(edits: string[]): void {
    const { table } = this
    this.edits = edits
    this.draft = this.#drafts.get(edits.join('\n')) ?? this.draft
    table.tool = this.tool
    const { trouble = null, at = null } = this.draft ?? {}
    table.refusedAt = at
    table.known = { ...table.known, refused: trouble && { type: 'refused', action: edits.at(-1) ?? '', ...trouble } }
  }

  choose(name: string): void {
    this.#name = name
    this.table.tool = this.tool
  }

  put(place: Place): void {
    const { tool } = this
    if (tool?.places.includes(place)) this.#do(`put ${tool.name} ${place}`)
  }

  set(key: string, value: unknown): void {
    this.#do(`set ${key} ${JSON.stringify(value)}`)
  }

  /** Go on from a document that was written by hand; one that can't be read is refused, and nothing changes. */
  async read(document: Record<string, unknown>): Promise<void> {
    await patiently(() => api.studyEdit({ start: { document }, actions: [], edits: [] }, voice.language))
    this.#do(`${READ}${JSON.stringify(document)}`)
  }

  blank(): void {
    this.#do('blank')
  }

  #do(edit: string): void {
    this.#local.send({ type: 'submit', number: 0, seat: 0, action: edit })
  }

  undo(): void {
    this.#local.back()
  }

  redo(): void {
    this.#local.forward()
  }
}
