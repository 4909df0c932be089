// Keys of the table page. The board's own keys (arrows, Enter) belong to its grid.

export interface Doings {
  swap: () => void
  turn: (by: number) => void
  undo: () => void
  redo: () => void
  end: () => void
  write: () => void
  cancel: () => void
  board: () => void
  kind: (kind: string) => void
  kinds: Record<string, string>
  nth: (number: string) => void
  replay: (by: number) => void
  ask: () => void
  since: () => void
  aid: () => void
}

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  target: EventTarget | null
  preventDefault: () => void
}

const PRESSED = new Set(['checkbox', 'radio', 'button', 'submit', 'range'])
const ARROWED = new Set(['radio', 'range'])

/** Tell whether a key belongs to the field it was pressed in: letters to text, arrows to what they choose. */
export function ownKey({ key, target }: { key: string; target: EventTarget | null }): boolean {
  const field = target as Partial<HTMLInputElement> | null
  if (field?.tagName !== 'INPUT') return field?.tagName === 'TEXTAREA' || field?.tagName === 'SELECT'
  const type = field.type ?? 'text'
  return !PRESSED.has(type) || (ARROWED.has(type) && /^(Arrow|Home|End|Page)/.test(key))
}

/** Do what a key asks for. */
export function pressed(event: Pressed, does: Doings): void {
  if (event.ctrlKey || event.metaKey || event.altKey || ownKey(event)) return
  const act = doing(event.key, does)
  if (!act) return
  event.preventDefault()
  act()
}

/** What each key does, whatever is played. */
const DOES: Record<string, (does: Doings) => () => void> = {
  v: (does) => does.swap,
  q: (does) => () => does.turn(-1),
  e: (does) => () => does.turn(1),
  z: (does) => does.undo,
  y: (does) => does.redo,
  t: (does) => does.end,
  '/': (does) => does.write,
  escape: (does) => does.cancel,
  '?': (does) => does.ask,
  w: (does) => does.since,
  a: (does) => does.aid,
  ',': (does) => () => does.replay(-1),
  '.': (does) => () => does.replay(1),
  arrowleft: (does) => does.board,
  arrowright: (does) => does.board,
  arrowup: (does) => does.board,
  arrowdown: (does) => does.board,
}

function doing(key: string, does: Doings): (() => void) | null {
  const kind = does.kinds[key.toLowerCase()]
  if (kind) return () => does.kind(kind)
  if (/^\d$/.test(key)) return () => does.nth(key)
  return DOES[key.toLowerCase()]?.(does) ?? null
}
