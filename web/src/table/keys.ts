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
}

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  target: EventTarget | null
  preventDefault: () => void
}

function writing(target: EventTarget | null): boolean {
  const tag = (target as Element | null)?.tagName
  return tag === 'INPUT' || tag === 'TEXTAREA' || tag === 'SELECT'
}

/** Do what a key asks for. */
export function pressed(event: Pressed, does: Doings): void {
  if (event.ctrlKey || event.metaKey || event.altKey || writing(event.target)) return
  const act = doing(event.key, does)
  if (!act) return
  event.preventDefault()
  act()
}

function doing(key: string, does: Doings): (() => void) | null {
  const kind = does.kinds[key.toLowerCase()]
  if (kind) return () => does.kind(kind)
  switch (key.toLowerCase()) {
    case 'v':
      return does.swap
    case 'q':
      return () => does.turn(-1)
    case 'e':
      return () => does.turn(1)
    case 'z':
      return does.undo
    case 'y':
      return does.redo
    case 't':
      return does.end
    case '/':
      return does.write
    case 'escape':
      return does.cancel
    case '?':
      return does.ask
    case 'w':
      return does.since
    case ',':
      return () => does.replay(-1)
    case '.':
      return () => does.replay(1)
    case 'arrowleft':
    case 'arrowright':
    case 'arrowup':
    case 'arrowdown':
      return does.board
    default:
      return /^\d$/.test(key) ? () => does.nth(key) : null
  }
}
