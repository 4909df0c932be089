import { describe, expect, it } from 'vitest'
import { faceOf, Muting } from './muting.svelte'

function shelf(): Pick<Storage, 'getItem' | 'setItem'> {
  const kept = new Map<string, string>()
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, text) => void kept.set(name, text) }
}

describe('muting', () => {
  it('goes by name, at every table', () => {
    expect(faceOf('t1', { seat: 1, name: 'Leo', letter: 'B' })).toBe(faceOf('t2', { seat: 3, name: 'LEO', letter: 'D' }))
  })

  it('goes by seat where there is no name', () => {
    const nobody = { seat: 1, name: '', letter: 'B' }
    expect(faceOf('t1', nobody)).not.toBe(faceOf('t2', nobody))
  })

  it('is kept, and taken back', () => {
    const here = shelf()
    new Muting(here).turn('name leo')
    const again = new Muting(here)
    expect(again.has('name leo')).toBe(true)
    again.turn('name leo')
    expect(new Muting(here).has('name leo')).toBe(false)
  })
})
