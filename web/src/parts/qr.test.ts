import { describe, expect, it } from 'vitest'
import { checkOf, qr } from './qr'

describe('a QR code', () => {
  it('has the check codewords of the standard’s own example', () => {
    // ISO/IEC 18004, annex I: "01234567" in version 1, level M
    const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11]
    expect(checkOf(data, 10)).toEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55])
  })
  it.each([
    [1, 21],
    [14, 21],
    [15, 25],
    [62, 33],
    [63, 37],
    [213, 57],
  ])('of %i characters is %i squares wide', (length, size) => {
    const code = qr('x'.repeat(length))
    expect(code).toHaveLength(size)
    expect(code?.every((row) => row.length === size)).toBe(true)
  })
  it('is none where the text is too long', () => expect(qr('x'.repeat(214))).toBeNull())
  it('has its corners, its dotted lines and the dark square', () => {
    const code = qr('http://192.0.2.14:8765/j/abcdefghijkl#abcdefghijklmnopqrstuv') ?? []
    const last = code.length - 1
    for (const [row, column] of [
      [0, 0],
      [0, last - 6],
      [last - 6, 0],
    ] as const)
      expect(
        code.slice(row, row + 7).map((line) =>
          line
            .slice(column, column + 7)
            .map(Number)
            .join(''),
        ),
      ).toEqual(['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'])
    expect(code[6]?.slice(8, -8).every((dark, i) => dark === (i % 2 === 0))).toBe(true)
    expect(code[last - 7]?.[8]).toBe(true)
  })
})
