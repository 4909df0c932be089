// Motion of what changed on a board: a figure goes, a block drops. Nothing waits for it.
import { pace } from '../motion'
import type { Moved, Place } from './types'

const DROP = 12

/** Return a function that moves what came by a new action; `spot` tells where a place is drawn. */
export function mover(): (svg: SVGSVGElement, moved: Moved | null, spot: (place: Place) => { x: number; y: number }) => void {
  let last: number | null = null
  return (svg, moved, spot) => {
    const before = last
    last = moved?.number ?? 0
    if (before === null || !moved || moved.number <= before) return
    const ms = pace('--m-move')
    if (ms === 0) return
    const figure = svg.querySelector(`[data-figure="${moved.to}"]`)
    const tower = svg.querySelector(`[data-tower="${moved.to}"]`)
    if (figure && moved.from) {
      const from = spot(moved.from)
      const to = spot(moved.to)
      slide(figure, from.x - to.x, from.y - to.y, ms)
    } else if (figure) slide(figure, 0, -DROP, ms)
    else if (tower) slide(tower, 0, -DROP, ms)
  }
}

function slide(element: Element, dx: number, dy: number, ms: number): void {
  element.animate([{ translate: `${dx}px ${dy}px` }, { translate: '0px 0px' }], {
    duration: ms,
    easing: 'cubic-bezier(.2, .7, .2, 1)',
  })
}
