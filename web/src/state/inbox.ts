// Messages in the order in which they came, though the first may have to wait for something.

export class Inbox<Message> {
  #queue: Message[] = []
  #waiting = false

  /** `prepare` returns what a message has to wait for, null where nothing; `take` is then called. */
  constructor(
    readonly prepare: (message: Message) => Promise<unknown> | null,
    readonly take: (message: Message) => void,
  ) {}

  put(message: Message): void {
    this.#queue.push(message)
    this.#empty()
  }

  #empty(): void {
    while (!this.#waiting) {
      const [next] = this.#queue
      if (next === undefined) return
      const work = this.prepare(next)
      if (work) {
        this.#waiting = true
        work.then(
          () => this.#go(),
          () => (this.#waiting = false), // the next message tries again
        )
        return
      }
      this.#queue.shift()
      this.take(next)
    }
  }

  #go(): void {
    this.#waiting = false
    const next = this.#queue.shift()
    if (next !== undefined) this.take(next)
    this.#empty()
  }
}
