// Pointer events on the hit areas of a board: tap, hover, drag. A Svelte action for the SVG.
import type { Place } from './types'

export interface Answers {
  pick: (place: Place, touch: boolean) => void
  hover: (place: Place | null) => void
  drag: (from: Place, to: Place) => void
  /** Where no hit area was met: the nearest place, for fingers. */
  nearest?: (event: PointerEvent | MouseEvent) => Place | null
}

/** The place under a point: what can be picked goes before a thing seen through a tower that can't. */
function placeAt(event: PointerEvent | MouseEvent): Place | null {
  const areas = document
    .elementsFromPoint(event.clientX, event.clientY)
    .map((element) => element.closest('[data-place]'))
    .filter((area) => area !== null)
  const [first] = areas
  const meant = first?.matches('.seen:not(.acts)') ? (areas.find((area) => area.matches('.acts')) ?? first) : first
  return meant?.getAttribute('data-place') ?? null
}

const FINGER = 22 // pixels

/** The place that a finger means: what it touches if that can be picked, else the nearest that can. */
function meant(node: SVGSVGElement, event: MouseEvent): Place | null {
  const touched = placeAt(event)
  const areas = [...node.querySelectorAll<SVGGraphicsElement>('[data-place].acts')]
  const open = [...node.querySelectorAll<SVGGraphicsElement>('[data-place].open')]
  if ([...areas, ...open].some((area) => area.dataset['place'] === touched)) return touched
  let [best, least]: [Place | null, number] = [null, FINGER]
  for (const area of areas) {
    const box = area.getBoundingClientRect()
    const dx = Math.max(box.left - event.clientX, 0, event.clientX - box.right)
    const dy = Math.max(box.top - event.clientY, 0, event.clientY - box.bottom)
    const far = Math.hypot(dx, dy)
    if (far < least) [best, least] = [area.dataset['place'] ?? null, far]
  }
  return best ?? touched
}

/** Was it a finger or a pen? */
export function byFinger(event: MouseEvent): boolean {
  return event instanceof PointerEvent && (event.pointerType === 'touch' || event.pointerType === 'pen')
}

export function pointing(node: SVGSVGElement, answers: Answers) {
  let given = answers
  let from: Place | null = null
  let dragged = false
  let lifted: Place | null = null // where the pointer went up; the click that follows has whole pixels alone

  const at = (event: PointerEvent | MouseEvent): Place | null => {
    if (byFinger(event)) return meant(node, event) ?? given.nearest?.(event) ?? null
    return placeAt(event) ?? given.nearest?.(event) ?? null
  }
  const move = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse') given.hover(placeAt(event))
  }
  const leave = (): void => given.hover(null)
  const down = (event: PointerEvent): void => {
    dragged = false
    lifted = null
    from = event.button === 0 ? at(event) : null
  }
  const up = (event: PointerEvent): void => {
    const to = at(event)
    if (from !== null && to !== null && to !== from) {
      dragged = true
      given.drag(from, to)
    } else if (from !== null) lifted = to
    from = null
  }
  const click = (event: MouseEvent): void => {
    if (dragged) {
      dragged = false
      return
    }
    const place = lifted ?? at(event)
    lifted = null
    if (place !== null) given.pick(place, byFinger(event))
  }
  node.addEventListener('pointermove', move)
  node.addEventListener('pointerleave', leave)
  node.addEventListener('pointerdown', down)
  node.addEventListener('pointerup', up)
  node.addEventListener('click', click)
  return {
    update(fresh: Answers) {
      given = fresh
    },
    destroy() {
      node.removeEventListener('pointermove', move)
      node.removeEventListener('pointerleave', leave)
      node.removeEventListener('pointerdown', down)
      node.removeEventListener('pointerup', up)
      node.removeEventListener('click', click)
    },
  }
}
