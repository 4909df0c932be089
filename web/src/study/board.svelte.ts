// An analysis board: a study, the table that shows where one stands in it, and the engine that looks along.
import { api, patiently } from '../api'
import { voice } from '../i18n.svelte'
import type { Choice, StudyTexts } from '../protocol'
import { LocalTable, type Whose } from '../state/local'
import { Table } from '../state/table.svelte'
import { keepStudy, type Study } from './keeping'
import { branchOf, commented, ending, grown, leaves, learnt, named, nodeAt, promoted, removed, rows, type Node, type Path } from './tree'

const LINES = 24 // of a study from elsewhere whose words are asked for at once
const ENGINE = 'tourelle.engine'

export class StudyBoard {
  study: Study = $state.raw() as Study
  eyes = $state<Whose>(null)
  kept = $state(true) // the device keeps it
  engine = $state(localStorage.getItem(ENGINE) !== 'off')
  readonly table: Table
  readonly local: LocalTable

  path = $derived<Path>(this.study.path)
  node = $derived<Node | null>(nodeAt(this.study.root, this.path))
  rows = $derived(rows(this.study.root))
  /** How many actions the line one is on has. */
  length = $derived(ending(this.study.root, this.path).length)
  branch = $derived(branchOf(this.study.root, this.path))
  /** It began with a deal and something was played: a record that can be reviewed. */
  reviewable = $derived(('record' in this.study.start || 'new' in this.study.start) && this.length > 0)

  constructor(study: Study) {
    this.study = study
    this.local = new LocalTable(study.start, {
      actions: study.path,
      next: (after) => nodeAt(this.study.root, after)?.children[0]?.action ?? null,
      moved: (actions) => this.#moved(actions),
    })
    this.table = new Table('study', [], this.local)
  }

  /** Ask how the lines are told that nobody has walked along here. */
  async meet(): Promise<void> {
    const untold = leaves(this.study.root)
      .filter((path) => nodeAt(this.study.root, path)?.words === undefined)
      .slice(0, LINES)
    for (const path of untold) {
      const told = await patiently(() => api.study({ start: this.study.start, actions: [...path], eyes: null }, voice.language)).catch(
        () => null,
      )
      if (told) this.#change(learnt(this.study.root, path, told.log))
    }
  }

  #moved(actions: string[]): void {
    const root = learnt(grown(this.study.root, actions), actions, this.table.known.log)
    this.study = { ...this.study, root, path: actions }
    this.#keep()
  }

  #change(root: Node): void {
    this.study = { ...this.study, root }
    this.#keep()
  }

  #keep(): void {
    this.study = { ...this.study, changed: Date.now() }
    this.kept = keepStudy(this.study)
  }

  // ---------------------------------------------------------------- going about

  go(path: Path): void {
    this.table.clear()
    void this.local.go([...path])
  }

  /** So many actions back or forward along the line one is on. */
  step(by: number): void {
    const { path } = this
    if (by < 0) this.go(path.slice(0, Math.max(0, path.length + by)))
    else this.go(ending(this.study.root, path).slice(0, path.length + by))
  }

  first(): void {
    this.go([])
  }

  last(): void {
    this.go(ending(this.study.root, this.path))
  }

  look(eyes: Whose): void {
    this.eyes = eyes
    void this.local.look(eyes)
  }

  // ---------------------------------------------------------------- lines

  /** Add a turn as a line, without going there. */
  add(turn: Choice[], name = ''): void {
    const path = [...this.path, ...turn.map(({ text }) => text)]
    const from = this.path.length
    let root = grown(this.study.root, path)
    turn.forEach((choice, i) => {
      const node = nodeAt(root, path.slice(0, from + i + 1))
      if (node && node.words === undefined) Object.assign(node, { words: choice.sentence, seat: this.table.state?.to_move ?? null })
    })
    if (name && !nodeAt(root, path.slice(0, from + 1))?.name) root = named(root, path.slice(0, from + 1), name)
    this.#change(root)
  }

  remove(path: Path): void {
    const away = this.path.length >= path.length && path.every((action, i) => action === this.path[i])
    this.#change(removed(this.study.root, path))
    if (away) this.go(path.slice(0, -1))
  }

  promote(path: Path): void {
    this.#change(promoted(this.study.root, path))
  }

  name(path: Path, name: string): void {
    this.#change(named(this.study.root, path, name))
  }

  comment(path: Path, comment: string): void {
    this.#change(commented(this.study.root, path, comment))
  }

  call(label: string): void {
    this.study = { ...this.study, label: label.trim() || this.study.label }
    this.#keep()
  }

  // ---------------------------------------------------------------- the engine, and what is written

  think(on: boolean): void {
    this.engine = on
    try {
      localStorage.setItem(ENGINE, on ? 'on' : 'off')
    } catch {
      // It stays so until the page is closed.
    }
    if (!on) this.table.dismiss()
  }

  texts(): Promise<StudyTexts> {
    const { start, path } = this.study
    return patiently(() => api.studyTexts({ start, actions: path, eyes: null }, voice.language))
  }
}
