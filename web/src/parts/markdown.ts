// The little Markdown of the rules: paragraphs, lists, tables, code, bold, emphasis, links. No HTML is made.

export type Inline =
  | { type: 'text'; text: string }
  | { type: 'bold'; text: string }
  | { type: 'italic'; text: string }
  | { type: 'code'; text: string }
  | { type: 'link'; text: string; href: string }

export type Block =
  | { type: 'paragraph'; line: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'list'; ordered: boolean; items: Inline[][] }
  | { type: 'table'; head: Inline[][]; rows: Inline[][][] }

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\(([^)\s]+)\)/g

export function inline(text: string): Inline[] {
  const found: Inline[] = []
  let from = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > from) found.push({ type: 'text', text: text.slice(from, match.index) })
    const [whole, code, bold, italic, label, href] = match
    if (code !== undefined) found.push({ type: 'code', text: code })
    else if (bold !== undefined) found.push({ type: 'bold', text: bold })
    else if (italic !== undefined) found.push({ type: 'italic', text: italic })
    else found.push({ type: 'link', text: label ?? '', href: safe(href ?? '') })
    from = match.index + whole.length
  }
  if (from < text.length) found.push({ type: 'text', text: text.slice(from) })
  return found
}

function safe(href: string): string {
  return /^(https?:|#|\/|[\w.-]+\.md)/.test(href) ? href.replace(/^(\w+)(\.\w+)?\.md/, '/rules/$1') : '#'
}

function cells(line: string): Inline[][] {
  return line
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => inline(cell.trim()))
}

export function markdown(text: string): Block[] {
  const lines = text.split('\n')
  const blocks: Block[] = []
  for (let i = 0; i < lines.length;) {
    const line = lines[i] ?? ''
    if (line.trim() === '') i += 1
    else if (line.startsWith('```')) i = code(lines, i, blocks)
    else if (/^\s*([-*]|\d+\.)\s/.test(line)) i = list(lines, i, blocks)
    else if (line.trim().startsWith('|')) i = table(lines, i, blocks)
    else i = paragraph(lines, i, blocks)
  }
  return blocks
}

function code(lines: string[], from: number, blocks: Block[]): number {
  let i = from + 1
  while (i < lines.length && !lines[i]?.startsWith('```')) i += 1
  blocks.push({ type: 'code', text: lines.slice(from + 1, i).join('\n') })
  return i + 1
}

function list(lines: string[], from: number, blocks: Block[]): number {
  const items: string[] = []
  let i = from
  for (; i < lines.length; i += 1) {
    const line = lines[i] ?? ''
    const item = /^\s*(?:[-*]|\d+\.)\s+(.*)$/.exec(line)
    if (item) items.push(item[1] ?? '')
    else if (/^\s+\S/.test(line) && items.length > 0) items[items.length - 1] += ` ${line.trim()}`
    else break
  }
  blocks.push({ type: 'list', ordered: /^\s*\d/.test(lines[from] ?? ''), items: items.map(inline) })
  return i
}

function table(lines: string[], from: number, blocks: Block[]): number {
  let i = from
  while (i < lines.length && lines[i]?.trim().startsWith('|')) i += 1
  const [head = '', , ...rows] = lines.slice(from, i)
  blocks.push({ type: 'table', head: cells(head), rows: rows.map(cells) })
  return i
}

function paragraph(lines: string[], from: number, blocks: Block[]): number {
  let i = from
  const starts = /^(```|\s*([-*]|\d+\.)\s|\s*\|)/
  while (i < lines.length && lines[i]?.trim() && (i === from || !starts.test(lines[i] ?? ''))) i += 1
  const text = lines.slice(from, i).join(' ').replace(/^>\s?/, '')
  blocks.push({ type: 'paragraph', line: inline(text) })
  return i
}
