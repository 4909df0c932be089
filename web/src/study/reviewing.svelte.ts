// The review of a finished game: begun or joined at the server, asked for until it is done.
import { api } from '../api'
import { voice } from '../i18n.svelte'
import type { ReviewState } from '../protocol'
import type { Source } from '../state/source'
import { sentenceOf } from '../trouble'

const PAUSE = 600

export class Reviewing {
  state = $state.raw<ReviewState | null>(null)
  trouble = $state('')
  asking = $state(false) // it was asked for, and is not done
  readonly running = $derived(this.asking && this.state?.status !== 'done')
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked = 0 // answers to earlier questions are not heard

  constructor(readonly source: Source) {}

  /** Begin, or join in, or hear it in another language. */
  start(): Promise<void> {
    return this.#ask(() => this.source.review())
  }

  /** Stop waiting; what has been judged stays. */
  async cancel(): Promise<void> {
    const name = this.state?.name
    this.stop()
    if (name) await api.leaveReview(name, voice.language).catch(() => {})
  }

  /** Ask no more: a review that nobody asks about ends by itself. */
  stop(): void {
    this.#asked += 1
    clearTimeout(this.#timer)
    this.asking = false
  }

  async #ask(question: () => Promise<ReviewState>): Promise<void> {
    clearTimeout(this.#timer)
    const asked = ++this.#asked
    this.trouble = ''
    this.asking = true
    try {
      const state = await question()
      if (asked !== this.#asked) return
      this.state = state
      this.asking = state.status === 'waiting' || state.status === 'running'
      if (this.asking) this.#timer = setTimeout(() => void this.#ask(() => api.reviewState(state.name, voice.language)), PAUSE)
    } catch (error) {
      if (asked !== this.#asked) return
      this.asking = false
      this.trouble = sentenceOf(error)
    }
  }
}
