// A QR code (ISO/IEC 18004) of a short text: bytes, error correction M, versions 1 to 10.

/** For each version: data codewords of one block of the first group, blocks, and blocks with one more; check codewords. */
const BLOCKS: readonly (readonly [size: number, blocks: number, longer: number, check: number])[] = [
  [16, 1, 0, 10],
  [28, 1, 0, 16],
  [44, 1, 0, 26],
  [32, 2, 0, 18],
  [43, 2, 0, 24],
  [27, 4, 0, 16],
  [31, 4, 0, 18],
  [38, 2, 2, 22],
  [36, 3, 2, 22],
  [43, 4, 1, 26],
]
/** Rows and columns of the small squares that straighten a crooked picture. */
const ALIGNED: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
]
const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
]

const POWERS = new Uint8Array(512)
const LOGS = new Uint8Array(256)
for (let power = 0, value = 1; power < 255; power++) {
  POWERS[power] = POWERS[power + 255] = value
  LOGS[value] = power
  value = value & 128 ? (value << 1) ^ 0x11d : value << 1
}

function times(a: number, b: number): number {
  return a && b ? (POWERS[(LOGS[a] ?? 0) + (LOGS[b] ?? 0)] ?? 0) : 0
}

/** The check codewords of a block: what is left after division by the generator. */
export function checkOf(data: readonly number[], count: number): number[] {
  let generator = [1]
  for (let i = 0; i < count; i++) {
    const next = [...generator, 0]
    generator.forEach((factor, j) => (next[j + 1] = (next[j + 1] ?? 0) ^ times(factor, POWERS[i] ?? 0)))
    generator = next
  }
  const rest = [...data, ...new Array<number>(count).fill(0)]
  for (let i = 0; i < data.length; i++) {
    const lead = rest[i] ?? 0
    generator.forEach((factor, j) => (rest[i + j] = (rest[i + j] ?? 0) ^ times(factor, lead)))
  }
  return rest.slice(data.length)
}

/** The text as codewords, blocks interleaved; null where it is too long. */
function codewords(bytes: Uint8Array, version: number): number[] | null {
  const [size, blocks, longer, check] = BLOCKS[version - 1] ?? [0, 0, 0, 0]
  const room = size * blocks + (size + 1) * longer
  const bits: number[] = []
  const put = (value: number, length: number): void => {
    for (let i = length - 1; i >= 0; i--) bits.push((value >> i) & 1)
  }
  put(4, 4)
  put(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) put(byte, 8)
  if (bits.length > room * 8) return null
  put(0, Math.min(4, room * 8 - bits.length))
  while (bits.length % 8) bits.push(0)
  const data: number[] = []
  for (let i = 0; i < bits.length; i += 8) data.push(bits.slice(i, i + 8).reduce((sum, bit) => sum * 2 + bit, 0))
  for (let pad = 0xec; data.length < room; pad ^= 0xec ^ 0x11) data.push(pad)
  const parts: number[][] = []
  for (let i = 0, at = 0; i < blocks + longer; i++) {
    const length = i < blocks ? size : size + 1
    parts.push(data.slice(at, (at += length)))
  }
  const checks = parts.map((part) => checkOf(part, check))
  const woven: number[] = []
  for (let i = 0; i <= size; i++) for (const part of parts) if (i < part.length) woven.push(part[i] ?? 0)
  for (let i = 0; i < check; i++) for (const part of checks) woven.push(part[i] ?? 0)
  return woven
}

class Field {
  readonly dark: boolean[][]
  readonly fixed: boolean[][]

  constructor(readonly size: number) {
    this.dark = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
    this.fixed = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  }

  set(row: number, column: number, dark: boolean): void {
    if (row < 0 || column < 0 || row >= this.size || column >= this.size) return
    this.dark[row]![column] = dark
    this.fixed[row]![column] = true
  }

  /** Rings around a place: dark at some distances, light at the others. */
  rings(row: number, column: number, radius: number, dark: readonly number[]): void {
    for (let r = -radius; r <= radius; r++)
      for (let c = -radius; c <= radius; c++) this.set(row + r, column + c, dark.includes(Math.max(Math.abs(r), Math.abs(c))))
  }
}

/** A number with check bits of its own, as format and version are written. */
function checked(value: number, generator: number, length: number): number {
  let rest = value << length
  for (let i = 31 - Math.clz32(rest); i >= length; i--) if ((rest >> i) & 1) rest ^= generator << (i - length)
  return (value << length) | rest
}

function frame(version: number): Field {
  const field = new Field(17 + 4 * version)
  const last = field.size - 1
  for (let i = 0; i < field.size; i++) {
    field.set(6, i, i % 2 === 0)
    field.set(i, 6, i % 2 === 0)
  }
  for (const [row, column] of [
    [3, 3],
    [3, last - 3],
    [last - 3, 3],
  ] as const)
    field.rings(row, column, 4, [0, 1, 3])
  const lines = ALIGNED[version - 1] ?? []
  const [near, far] = [lines[0], lines.at(-1)]
  for (const row of lines)
    for (const column of lines) {
      const corner = row === near ? column === near || column === far : row === far && column === near
      if (!corner) field.rings(row, column, 2, [0, 2])
    }
  if (version >= 7) {
    const bits = checked(version, 0x1f25, 12)
    for (let i = 0; i < 18; i++) {
      const dark = ((bits >> i) & 1) === 1
      field.set(Math.floor(i / 3), last - 10 + (i % 3), dark)
      field.set(last - 10 + (i % 3), Math.floor(i / 3), dark)
    }
  }
  return field
}

function writeFormat(field: Field, mask: number): void {
  const bits = checked(mask, 0x537, 10) ^ 0x5412 // M is written 00
  const last = field.size - 1
  for (let i = 0; i < 15; i++) {
    const dark = ((bits >> i) & 1) === 1
    field.set(i < 6 ? i : i < 8 ? i + 1 : last - 14 + i, 8, dark)
    field.set(8, i < 8 ? last - i : i < 9 ? 7 : 14 - i, dark)
  }
  field.set(last - 7, 8, true)
}

function fill(field: Field, words: readonly number[]): void {
  let at = 0
  for (let right = field.size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5
    for (let i = 0; i < field.size; i++) {
      const row = up ? field.size - 1 - i : i
      for (const column of [right, right - 1]) {
        if (field.fixed[row]![column]) continue
        field.dark[row]![column] = (((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1
        at += 1
      }
    }
  }
}

/** How hard a code is to read: long runs, large areas, what looks like a corner, too dark or too light. */
function nuisance(dark: readonly (readonly boolean[])[]): number {
  const size = dark.length
  const lines = [...dark, ...dark.map((_, column) => dark.map((row) => row[column] ?? false))]
  let sum = 0
  for (const line of lines) {
    const text = line.map((module) => (module ? '1' : '0')).join('')
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2
    for (let i = 0; i + 11 <= size; i++) if (['10111010000', '00001011101'].includes(text.slice(i, i + 11))) sum += 40
  }
  for (let r = 1; r < size; r++)
    for (let c = 1; c < size; c++) {
      const here = dark[r]![c]
      if (dark[r - 1]![c] === here && dark[r]![c - 1] === here && dark[r - 1]![c - 1] === here) sum += 3
    }
  const share = dark.flat().filter(Boolean).length / (size * size)
  return sum + 10 * Math.floor(Math.abs(share * 20 - 10))
}

/** The squares of a text's code, row by row; null where the text is too long. */
export function qr(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text)
  for (let version = 1; version <= BLOCKS.length; version++) {
    const words = codewords(bytes, version)
    if (!words) continue
    const tried = MASKS.map((flips, mask) => {
      const field = frame(version)
      writeFormat(field, mask)
      fill(field, words)
      field.dark.forEach((row, r) => row.forEach((dark, c) => (row[c] = field.fixed[r]![c] ? dark : dark !== flips(r, c))))
      return field.dark
    })
    return tried.reduce((best, next) => (nuisance(next) < nuisance(best) ? next : best))
  }
  return null
}
