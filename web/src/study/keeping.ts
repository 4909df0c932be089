// Studies kept on this device, and studies in a link: compressed in its fragment, which no server ever sees.
import type { Start } from '../state/local'
import { keep, kept, type Shelf } from '../state/shelf'
import { bare, type Node } from './tree'

export interface Study {
  id: string
  title: string // of the game
  label: string // what its owner calls it
  start: Start
  root: Node
  path: string[] // where one stood
  table: string | null // the finished game that it was forked from
  before?: { study: string; at: number } // the study that its start was set up from, and where one stood in it
  changed: number // milliseconds since 1970
}

const KEY = 'tourelle.studies'
const MOST = 30

export function keptStudies(shelf: Shelf = localStorage): Study[] {
  return kept(KEY, shelf)
}

/** Keep a study, the latest first; false where the device keeps nothing. */
export function keepStudy(study: Study, shelf: Shelf = localStorage): boolean {
  const others = keptStudies(shelf).filter(({ id }) => id !== study.id)
  return keep(KEY, [study, ...others].slice(0, MOST), shelf)
}

export function forgetStudy(id: string, shelf: Shelf = localStorage): void {
  keep(
    KEY,
    keptStudies(shelf).filter((study) => study.id !== id),
    shelf,
  )
}

export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(9))].map((byte) => byte.toString(36).padStart(2, '0')).join('')
}

// ---------------------------------------------------------------- links

/** What a link carries. */
type Packed = Pick<Study, 'title' | 'label' | 'start' | 'root' | 'path'>

/** A study as text for a fragment. */
export async function packed({ title, label, start, root, path }: Study): Promise<string> {
  const text = JSON.stringify({ title, label, start, root: bare(root), path } satisfies Packed)
  return base64(await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw')))
}

/** The study in a fragment; null where there is none. */
export async function unpacked(text: string): Promise<Packed | null> {
  try {
    const found = JSON.parse(
      new TextDecoder().decode(await through(unbase64(text), new DecompressionStream('deflate-raw'))),
    ) as Partial<Packed>
    if (typeof found.title !== 'string' || !found.start || !isNode(found.root) || !Array.isArray(found.path)) return null
    return { title: found.title, label: String(found.label ?? ''), start: found.start, root: found.root, path: found.path.map(String) }
  } catch {
    return null
  }
}

function isNode(node: unknown): node is Node {
  const { action, children, name = '', comment = '' } = (node ?? {}) as Partial<Node>
  const told = [action, name, comment].every((text) => typeof text === 'string')
  return told && Array.isArray(children) && children.every(isNode)
}

const LARGEST = 4 << 20 // bytes of a study; a link of a few thousand letters could unfold to more than a device holds

async function through(bytes: Uint8Array<ArrayBuffer>, way: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  let size = 0
  const measured = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, out) {
      size += part.length
      if (size > LARGEST) throw new RangeError('larger than any study')
      out.enqueue(part)
    },
  })
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(way).pipeThrough(measured)).arrayBuffer())
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function unbase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
}

// ---------------------------------------------------------------- what may be pasted

/** What a pasted text begins a study with: a record, a document, or one line. */
export function pasted(text: string): { start: Start; actions: string[] } | null {
  const content = text.trim()
  if (!content) return null
  if (!content.startsWith('{')) return { start: { line: content.replace(/^tourelle:/, '') }, actions: [] }
  try {
    const data = JSON.parse(wordSeeds(content)) as Record<string, unknown>
    if (!('tourelle' in data)) return { start: { document: data }, actions: [] }
    return ofRecord(data)
  } catch {
    return null
  }
}

/** A record as a study: its deal, and its actions as the main line. */
export function ofRecord(record: Record<string, unknown>): { start: Start; actions: string[] } {
  const actions = Array.isArray(record['actions']) ? record['actions'].map(String) : []
  return { start: { record: { ...record, actions: [], times: [], outcome: null, imported: null } }, actions }
}

/** A seed with more digits than a number of this language keeps is read as text. */
export function wordSeeds(text: string): string {
  return text.replace(/("seed"\s*:\s*)(\d{16,})(?=\s*[,}])/, '$1"$2"')
}
