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

const LONG = 1.5 // times as long as wide: a wall, outlined as it lies

/** How what came to a place is outlined: a piece as it lies, a square as it is seen. */
export function outlined(
  { width, height }: { width: number; height: number },
  boxed: boolean,
  slanted: boolean,
): 'rhomb' | 'box' | 'round' {
  if (slanted) return 'rhomb'
  return boxed || Math.max(width, height) > LONG * Math.min(width, height) ? 'box' : 'round'
}
