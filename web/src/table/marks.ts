// Where the replay bar says which year ended.

export interface Mark {
  title: string
  left: number // per cent of the track
  side: 'before' | 'behind' | 'none' // of its line, where the title has room
}

const ROOM = 16 // per cent of the track that a title takes

/** A title stands before its line; behind it at the track's beginning, or where the one before is too near. */
export function marked(found: { title: string; left: number }[]): Mark[] {
  let taken = 0 // how far titles and lines have filled the track
  return found.map(({ title, left }) => {
    const side = left - taken >= ROOM ? 'before' : left + ROOM <= 100 ? 'behind' : 'none'
    taken = side === 'behind' ? left + ROOM : left
    return { title, left, side }
  })
}
