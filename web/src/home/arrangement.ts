// From the table builder's controls to a wish for a table.
import type { Crest } from '../parts/crests'
import type { GameInfo, NewTable, OptionInfo, Pace } from '../protocol'

export type Kind = 'here' | 'link' | 'open' | 'bot'
export type Seen = 'public' | 'link' | 'private'

export interface Sitter {
  kind: Kind
  name: string
  bot: string
}

/** The choices of an option with their labels. */
export function choicesOf(option: OptionInfo): { value: string; label: string }[] {
  return option.values.map((value, i) => ({ value: String(value), label: option.labels[i] ?? String(value) }))
}

/** The table that the controls ask for: only options that differ from the edition are named. */
export function arrangement(
  info: GameInfo,
  preset: string,
  given: Record<string, string>,
  sitters: Sitter[],
  seen: Seen = 'link',
  pace: Pace | null = null,
  crest: Crest = '',
): NewTable {
  const options: NonNullable<NewTable['options']> = { seats: sitters.length }
  if (preset) options['preset'] = preset
  const edition = info.presets.find((known) => known.name === preset)?.values ?? {}
  for (const option of info.options) {
    const wanted = given[option.name]
    if (wanted === undefined || wanted === String(edition[option.name] ?? option.default)) continue
    const value = option.values.find((known) => String(known) === wanted)
    if (value !== undefined) options[option.name] = value
  }
  const mine = sitters.findIndex(({ kind }) => kind === 'here') // the first at one's own screen is oneself
  const seats = sitters.map(({ kind, name, bot }, seat) => {
    if (kind === 'bot') return { kind, name: '', bot }
    return { kind, name: name.trim(), ...(seat === mine && crest ? { crest } : {}) }
  })
  return { game: info.title, options, seats, seen, pace }
}
