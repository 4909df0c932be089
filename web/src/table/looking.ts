const LOOK = 150 // milliseconds

/** Ask again and again where marks lie, for boards turn, slide and grow; tell when that has changed. */
export function looking<T>(found: () => T, changed: (now: T) => void): () => void {
  let last = ''
  const look = (): void => {
    const now = found()
    const text = JSON.stringify(now)
    if (text !== last) changed(now)
    last = text
  }
  look()
  const timer = setInterval(look, LOOK)
  return () => clearInterval(timer)
}
