import { voice } from './i18n.svelte'
import { sentenceOf } from './trouble'

/** Something that is asked of the server by a button: whether it is under way, what went wrong, what is said of it. */
export class Trying {
  busy = $state(false)
  trouble = $state<string | null>(null)
  said = $state<string | null>(null)

  /** `failed` names the sentence for what no server explains; without it: that it can't be reached. */
  constructor(readonly failed: string | null = null) {}

  async try(act: () => Promise<void>): Promise<void> {
    this.busy = true
    this.trouble = this.said = null
    try {
      await act()
    } catch (error) {
      this.trouble = sentenceOf(error, this.failed === null ? undefined : voice.say(this.failed))
    } finally {
      this.busy = false
    }
  }
}
