import { describe, expect, it } from 'vitest'
import { Refusal } from '../api'
import type { LogEntry, Hint, TableState, ToBrowser } from '../protocol'
import { LocalTable, type Doors, type Question, type Ways } from './local'

const ILLEGAL = 'place e5'

/** A server that knows one game: a record brought two actions, and anything but one action is legal. */
class Server implements Doors {
  asked: Question[] = []
  answers: (() => void)[] = []
  slow = false

  async state(question: Question): Promise<TableState> {
    this.asked.push(question)
    if (this.slow) await new Promise<void>((resolve) => this.answers.push(resolve))
    if (question.actions.at(-1) === ILLEGAL) throw new Refusal(422, 'That square is taken.', 'taken', 'T3.3')
    const all = ['first', 'second', ...question.actions]
    const log = all.map((text, i) => ({ number: i + 1, kind: 'action', text, seat: i % 2 }) as LogEntry)
    return {
      type: 'state',
      game: 'torres',
      actions: all.length,
      seats: [{ points: all.length }, { points: 0 }],
      to_move: all.length % 2,
      log: log.slice(question.since ?? 0),
      view: { after: all },
    } as unknown as TableState
  }

  why(_: Question, action: string): Promise<unknown> {
    if (action === ILLEGAL) return Promise.reject(new Refusal(422, 'That square is taken.', 'taken', 'T3.3'))
    return Promise.resolve({})
  }

  hint(question: Question): Promise<Hint> {
    return Promise.resolve({ actions: question.actions.length, seat: 0, candidates: [] })
  }
}

function set(ways: Ways = {}) {
  const server = new Server()
  const heard: ToBrowser[] = []
  const moves: string[][] = []
  const study = new LocalTable({ line: 'torres' }, { doors: server, moved: (actions) => moves.push(actions), ...ways })
  study.wire(
    () => ({ type: 'hello' }),
    (message) => heard.push(message),
    () => {},
  )
  study.start()
  return { server, heard, study, moves }
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
const submit = (action: string) => ({ type: 'submit', number: 0, seat: 0, action }) as const
const states = (heard: ToBrowser[]): TableState[] => heard.filter((message) => message.type === 'state')
const texts = (state: TableState | undefined): string[] => state?.log.map((entry) => entry.text) ?? []

describe('a study on this device', () => {
  it('plays, and hears whole logs though it asks for what is new alone', async () => {
    const { server, heard, study, moves } = set()
    await settled()
    study.send(submit('a'))
    await settled()
    study.send(submit('b'))
    await settled()
    expect(server.asked.map(({ since }) => since)).toEqual([0, 2, 3])
    expect(texts(states(heard).at(-1))).toEqual(['first', 'second', 'a', 'b'])
    expect(moves).toEqual([['a'], ['a', 'b']])
  })

  it('goes back, forward again, and forgets what is ahead where something else is played', async () => {
    const { heard, study } = set({ actions: ['a', 'b'] })
    await settled()
    expect(states(heard).at(-1)).toMatchObject({ undo: true, redo: false })
    study.send({ type: 'undo', number: 0, seat: 0 })
    await settled()
    study.send({ type: 'undo', number: 0, seat: 0 })
    await settled()
    expect(states(heard).at(-1)).toMatchObject({ undo: false, redo: true })
    study.send({ type: 'redo', number: 0, seat: 0 })
    await settled()
    expect(study.actions).toEqual(['a'])
    study.send(submit('c'))
    await settled()
    expect(study.actions).toEqual(['a', 'c'])
    expect(states(heard).at(-1)).toMatchObject({ redo: false })
    expect(texts(states(heard).at(-1))).toEqual(['first', 'second', 'a', 'c'])
  })

  it('gives every position a number of its own, the same one again on coming back', async () => {
    const { heard, study } = set()
    await settled()
    await study.go(['a'])
    await study.go(['b'])
    await study.go(['a'])
    const numbers = states(heard).map((state) => state.number)
    expect(numbers[1]).not.toBe(numbers[2])
    expect(numbers[3]).toBe(numbers[1])
  })

  it('passes a refusal on with its clause and stays where it was', async () => {
    const { heard, study, moves } = set()
    await settled()
    study.send(submit(ILLEGAL))
    await settled()
    expect(heard.at(-1)).toEqual({ type: 'refused', action: ILLEGAL, reason: 'taken', clause: 'T3.3', sentence: 'That square is taken.' })
    expect([study.actions, moves]).toEqual([[], []])
    study.send({ type: 'why', action: ILLEGAL })
    await settled()
    expect(heard.at(-1)).toMatchObject({ type: 'refused', clause: 'T3.3' })
  })

  it('plays nothing that the page around it does not accept', async () => {
    const { heard, study } = set({ accepts: (action, after) => action === 'a' && after.length === 0 })
    await settled()
    study.send(submit('b'))
    await settled()
    expect(study.actions).toEqual([])
    expect(states(heard)).toHaveLength(2) // told again, so that nobody waits
    study.send(submit('a'))
    await settled()
    expect(study.actions).toEqual(['a'])
  })

  it('hears only the answer to what was asked last', async () => {
    const { server, heard, study } = set()
    await settled()
    server.slow = true
    void study.go(['a'])
    void study.go(['b'])
    await settled()
    server.answers.reverse().forEach((answer) => answer())
    await settled()
    expect(states(heard).map((state) => texts(state).at(-1))).toEqual(['second', 'b'])
  })

  it('shows moments of its past, those of the record too, and asks for none twice', async () => {
    const { server, study } = set({ actions: ['a', 'b'] })
    await settled()
    const moment = await study.moment(3)
    expect(moment).toMatchObject({ actions: 3, points: [3, 0], to_move: 1, entry: { text: 'a' } })
    const asked = server.asked.length
    await study.moment(3)
    expect(server.asked).toHaveLength(asked)
  })

  it('looks through other eyes', async () => {
    const { server, heard, study } = set({ eyes: 1 })
    await settled()
    await study.look('all')
    expect(server.asked.map(({ eyes }) => eyes)).toEqual([1, 'all'])
    expect(states(heard)).toHaveLength(2)
  })

  it('says so where the server is not there', async () => {
    const doors = { state: () => Promise.reject(new Error('gone')) } as unknown as Doors
    const { heard } = set({ doors })
    await settled()
    expect(heard.at(-1)).toMatchObject({ type: 'trouble', reason: 'connection' })
  })
})
