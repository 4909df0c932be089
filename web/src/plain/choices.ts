// Choices as a list: those that fit what is picked and typed, grouped by the first word of their kind.
import type { Choice, Near } from '../protocol'

export interface Group {
  kind: string // '' for those that stand alone
  choices: Choice[]
}

/** The choices that begin with the places picked. */
export function beginning(choices: Choice[], path: readonly string[]): Choice[] {
  return choices.filter((choice) => path.every((place, i) => choice.squares[i] === place))
}

/** The choices in which every word typed occurs, in their sentence or their notation. */
export function found(choices: Choice[], typed: string): Choice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return choices.filter((choice) => {
    const text = `${choice.sentence} ${choice.text}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/**
 * The action that a click on `place` may have meant, so that the rules can say why it isn't possible: one that
 * nearly is, else a possible one with this place in it. Null where nothing is like it.
 */
export function guessed(choices: Choice[], nearly: Near[], path: readonly string[], place: string): string | null {
  const wanted = [...path, place]
  const near = nearly.find(({ squares }) => wanted.every((square, i) => squares[i] === square))
  if (near) return near.text
  const like = beginning(choices, path).find(({ text, squares }) => {
    const last = squares[path.length]
    return squares.length === wanted.length && last !== undefined && text.split(' ').includes(last)
  })
  if (!like) return null
  const words = like.text.split(' ')
  words[words.lastIndexOf(like.squares[path.length] ?? '')] = place
  return words.join(' ')
}

/** Choices by kind, in the order of the rules; kinds with one choice only stand together at the end. */
export function grouped(choices: Choice[]): Group[] {
  const groups = new Map<string, Choice[]>()
  for (const choice of choices) {
    const kind = choice.kind.split(' ')[0] ?? ''
    groups.set(kind, [...(groups.get(kind) ?? []), choice])
  }
  const all = [...groups].map(([kind, members]) => ({ kind, choices: members }))
  const alone = all.filter((group) => group.choices.length === 1).flatMap((group) => group.choices)
  const many = all.filter((group) => group.choices.length > 1)
  return alone.length > 0 ? [...many, { kind: '', choices: alone }] : many
}
