import type { Choice } from '../protocol'

/** A choice that is named after its notation, touches nothing and costs nothing, but for what is given. */
export const choiceOf = (text: string, given: Partial<Choice> = {}): Choice => ({
  text,
  kind: text.split(' ')[0] ?? '',
  squares: [],
  sentence: text,
  way: [],
  floors: [],
  price: 0,
  gains: 0,
  ends: false,
  facts: {},
  ...given,
})
