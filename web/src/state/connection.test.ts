import { describe, expect, it } from 'vitest'
import type { ToBrowser } from '../protocol'
import { backoff, Connection, type ConnectionState, type Socket } from './connection'

class Wire implements Socket {
  sent: string[] = []
  closed = false
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    this.closed = true
  }
}

function set() {
  const wires: Wire[] = []
  const timers = new Map<number, () => void>()
  const states: ConnectionState[] = []
  const waits: number[] = []
  const heard: ToBrowser[] = []
  let next = 1
  const connection = new Connection(
    'ws://x',
    () => ({ type: 'hello', since: heard.length }),
    (message) => heard.push(message),
    (now, wait) => {
      states.push(now)
      if (now === 'broken') waits.push(wait)
    },
    {
      open: () => {
        const wire = new Wire()
        wires.push(wire)
        return wire
      },
      later: (act) => {
        timers.set(next, act)
        return next++
      },
      never: (timer) => void timers.delete(timer),
    },
  )
  const ring = (): void => {
    const [[id, act]] = [...timers] as [[number, () => void]]
    timers.delete(id)
    act()
  }
  return { connection, wires, states, waits, heard, timers, ring }
}

describe('the connection to the server', () => {
  it('waits longer after every failure, but not for ever', () => {
    expect([1, 2, 3, 4, 5, 9].map(backoff)).toEqual([500, 1000, 2000, 4000, 8000, 8000])
  })
  it('says hello, hears, and comes back by number after a break', () => {
    const { connection, wires, states, heard, ring } = set()
    connection.start()
    wires[0]?.onopen?.()
    expect(wires[0]?.sent).toEqual(['{"type":"hello","since":0}'])
    wires[0]?.onmessage?.({ data: '{"type":"pong"}' })
    expect(heard).toEqual([{ type: 'pong' }])
    wires[0]?.onclose?.({ code: 1006 })
    expect(states.at(-1)).toBe('broken')
    expect(connection.send({ type: 'ping' })).toBe(false)
    ring()
    wires[1]?.onopen?.()
    expect(wires[1]?.sent).toEqual(['{"type":"hello","since":1}'])
    expect(states.at(-1)).toBe('open')
  })
  it('waits longer where it is let in and cut off at once, until it is shown the table', () => {
    const { connection, wires, waits, ring } = set()
    connection.start()
    for (let n = 0; n < 3; n++) {
      wires[n]?.onopen?.()
      wires[n]?.onmessage?.({ data: '{"type":"trouble"}' })
      wires[n]?.onclose?.({ code: 1013 })
      ring()
    }
    wires[3]?.onopen?.()
    wires[3]?.onmessage?.({ data: '{"type":"state"}' })
    wires[3]?.onclose?.({ code: 1006 })
    expect(waits).toEqual([500, 1000, 2000, 500])
  })
  it('pings into silence, then gives the connection up', () => {
    const { connection, wires, states, ring } = set()
    connection.start()
    wires[0]?.onopen?.()
    ring()
    expect(wires[0]?.sent.at(-1)).toBe('{"type":"ping"}')
    ring()
    expect(wires[0]?.closed).toBe(true)
    expect(states.at(-1)).toBe('broken')
  })
  it('stays closed once stopped', () => {
    const { connection, wires, states, timers } = set()
    connection.start()
    wires[0]?.onopen?.()
    connection.stop()
    wires[0]?.onclose?.({ code: 1000 })
    expect(states.at(-1)).toBe('closed')
    expect(timers.size).toBe(0)
    connection.hurry()
    expect(wires.length).toBe(1)
  })
})
