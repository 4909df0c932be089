// How long things move, by the tokens of the style sheet and the person's preference.

/** A CSS time in milliseconds: `240ms`, or `.24s`, as a build writes the same. */
export function milliseconds(time: string): number {
  const value = parseFloat(time)
  if (!Number.isFinite(value)) return 0
  return Math.round(/ms\s*$/.test(time) ? value : value * 1000)
}

/** How long a move or a line of a scoring takes now; 0 where motion is off or unwanted. */
export function pace(token: '--m-move' | '--m-score'): number {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return 0
  return milliseconds(getComputedStyle(document.documentElement).getPropertyValue(token))
}
