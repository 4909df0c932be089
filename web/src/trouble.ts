import { Refusal } from './api'
import { voice } from './i18n.svelte'

/** What a person is told when an answer did not come: the server's own sentence, or that it can't be reached. */
export function sentenceOf(error: unknown, otherwise = voice.say('trouble.connection')): string {
  return error instanceof Refusal ? error.message : otherwise
}
