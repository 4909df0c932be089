import { describe, expect, it } from 'vitest'
import { keepTable, keptTables } from '../state/secrets'
import { areThings, dropKey, heldKey, holdKey, ownKey, packed, unpack } from './key'

function shelf(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  } as unknown as Storage
}

const ANA = { name: 'Ana', colour: 3, crest: 'tower' }

describe("the player's key", () => {
  it('is made once, with 192 bits', () => {
    const here = shelf()
    expect(heldKey(here)).toBeNull()
    const key = ownKey(here)
    expect(key).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect(ownKey(here)).toBe(key)
    expect(ownKey(shelf())).not.toBe(key)
    dropKey(here)
    expect(heldKey(here)).toBeNull()
  })

  it('is none where the browser keeps nothing, or something else lies there', () => {
    const broken = { ...shelf(), setItem: () => undefined, getItem: () => null } as unknown as Storage
    expect(ownKey(broken)).toBeNull()
    const other = shelf()
    holdKey('<script>', other)
    expect(heldKey(other)).toBeNull()
  })

  it('goes to another device with tables and progress, and takes nothing away there', () => {
    const [from, to] = [shelf(), shelf()]
    const key = ownKey(from) ?? ''
    keepTable('one', ['a'.repeat(32)], 'torres', 1, from)
    from.setItem('tourelle.learning', '{"met":["torres"]}')
    from.setItem('tourelle.puzzles', '{"torres":1}')
    keepTable('two', ['b'.repeat(32)], 'blox', 2, to)
    to.setItem('tourelle.puzzles', '{"blox":2}')
    const things = JSON.parse(JSON.stringify(packed(key, ANA, from))) as unknown
    expect(areThings(things)).toBe(true)
    if (areThings(things)) unpack(things, to)
    expect(heldKey(to)).toBe(key)
    expect(keptTables(to).map(({ table }) => table)).toEqual(['one', 'two'])
    expect(to.getItem('tourelle.learning')).toBe('{"met":["torres"]}')
    expect(to.getItem('tourelle.puzzles')).toBe('{"blox":2}')
  })

  it('is not taken from what is no luggage', () => {
    for (const things of [null, 'key', {}, { key: 'short', tables: [], kept: {} }, { key: 'x'.repeat(32), tables: 1, kept: {} }])
      expect(areThings(things)).toBe(false)
  })
})
