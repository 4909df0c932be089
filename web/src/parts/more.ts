// What rolls says so: `data-more` tells that something lies below the edge.

/** Keep `data-more` of a box that rolls true to what it hides below. */
export function more(box: HTMLElement): { destroy: () => void } {
  const look = (): void => {
    box.dataset['more'] = String(box.scrollTop + box.clientHeight < box.scrollHeight - 1)
  }
  const sized = new ResizeObserver(look)
  for (const one of [box, ...box.children]) sized.observe(one)
  box.addEventListener('scroll', look, { passive: true })
  return {
    destroy: () => {
      sized.disconnect()
      box.removeEventListener('scroll', look)
    },
  }
}
