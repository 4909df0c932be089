import { describe, expect, it } from 'vitest'
import { Inbox } from './inbox'

/** An inbox whose messages wait as long as the test likes, each for itself. */
function waiting() {
  const taken: number[] = []
  const works: { go: () => void; fail: () => void }[] = []
  let known = false
  const inbox = new Inbox<number>(
    () =>
      known
        ? null
        : new Promise<void>((resolve, reject) => {
            works.push({
              go: () => {
                known = true
                resolve()
              },
              fail: () => reject(new Error('no line')),
            })
          }),
    (message) => taken.push(message),
  )
  return { inbox, taken, works }
}

const soon = () => new Promise((resolve) => setTimeout(resolve))

describe('the inbox', () => {
  it('keeps the order though the first message waits', async () => {
    const { inbox, taken, works } = waiting()
    for (const message of [1, 2, 3]) inbox.put(message)
    expect(works.length).toBe(1)
    works[0]?.go()
    inbox.put(4)
    expect(taken).toEqual([])
    await soon()
    expect(taken).toEqual([1, 2, 3, 4])
    inbox.put(5)
    expect(taken).toEqual([1, 2, 3, 4, 5])
  })
  it('loses nothing when what it waits for fails', async () => {
    const { inbox, taken, works } = waiting()
    inbox.put(1)
    works[0]?.fail()
    await soon()
    inbox.put(2)
    works[1]?.go()
    await soon()
    expect(taken).toEqual([1, 2])
  })
})
