import { describe, expect, it } from 'vitest'
import { forgetStudy, keepStudy, keptStudies, ofRecord, packed, pasted, unpacked, type Study } from './keeping'
import { grown, lineOf, named } from './tree'

function shelf(full = false) {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (full) throw new Error('full')
      kept.set(key, value)
    },
  }
}

const STUDY: Study = {
  id: 'x',
  title: 'torres',
  label: 'Ökonomie',
  start: { line: 'torres;scores=(3,9)' },
  root: named(grown(lineOf(['a', 'b']), ['a', 'c']), ['a', 'c'], 'Instead'),
  path: ['a', 'c'],
  table: null,
  changed: 1,
}

describe('studies', () => {
  it('are kept on the device, the latest first, and forgotten', () => {
    const store = shelf()
    keepStudy(STUDY, store)
    keepStudy({ ...STUDY, id: 'y' }, store)
    keepStudy({ ...STUDY, label: 'again' }, store)
    expect(keptStudies(store).map(({ id, label }) => [id, label])).toEqual([
      ['x', 'again'],
      ['y', 'Ökonomie'],
    ])
    forgetStudy('x', store)
    expect(keptStudies(store)).toHaveLength(1)
    expect(keepStudy(STUDY, shelf(true))).toBe(false)
  })

  it('fit in a link, and what is no study is none', async () => {
    const text = await packed(STUDY)
    expect(text).toMatch(/^[A-Za-z0-9_-]+$/)
    const { title, label, start, root, path } = STUDY
    expect(await unpacked(text)).toEqual({ title, label, start, root, path })
    expect(await unpacked('rubbish')).toBeNull()
    expect(await unpacked(text.slice(0, -9))).toBeNull()
  })

  it('in a link are no larger than a device bears, and hold words alone', async () => {
    const huge = await packed({ ...STUDY, label: 'x'.repeat(3 << 20), root: { ...STUDY.root, comment: 'y'.repeat(900_000) } })
    expect(await unpacked(huge)).not.toBeNull()
    const bomb = { ...STUDY, label: ' '.repeat(64 << 20) }
    const zipped = new Blob([JSON.stringify(bomb)]).stream().pipeThrough(new CompressionStream('deflate-raw'))
    const bytes = new Uint8Array(await new Response(zipped).arrayBuffer())
    const text = btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''))
    expect(text.length).toBeLessThan(100_000)
    expect(await unpacked(text)).toBeNull()
    const rude = { ...STUDY, root: { ...STUDY.root, comment: { toString: 1 } as unknown as string } }
    expect(await unpacked(await packed(rude))).toBeNull()
  })

  it('begin with what was pasted', () => {
    expect(pasted(' torres;scores=(3,9)\n')).toEqual({ start: { line: 'torres;scores=(3,9)' }, actions: [] })
    expect(pasted('{"game": "blox"}')).toEqual({ start: { document: { game: 'blox' } }, actions: [] })
    const record = pasted('{"tourelle": 1, "seed": 1234567890123456789, "actions": ["a", "b"]}')
    expect(record?.actions).toEqual(['a', 'b'])
    expect(record?.start).toMatchObject({ record: { seed: '1234567890123456789', actions: [] } })
    expect(pasted('{"game": ')).toBeNull()
    expect(pasted('  ')).toBeNull()
    expect(ofRecord({ tourelle: 1 }).actions).toEqual([])
  })
})
