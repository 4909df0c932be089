// Keeps the keyboard's focus on the page: what held it may vanish by being used.
import { tick } from 'svelte'

/** What takes the place of another as a whole has the keyboard go on where it begins. */
export async function goOnIn(selector: string): Promise<void> {
  await tick()
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
}

/** A button that can't be pressed any more lets go of the focus as one that is gone does. */
function gone(element: HTMLElement): boolean {
  return !element.isConnected || (element instanceof HTMLButtonElement && element.disabled)
}

/**
 * Watches a part of the page: when the element with the focus is removed or disabled and the focus
 * falls to the body, `restore` is told where it was (a selector's match, or null) and puts it elsewhere.
 */
export function keepFocus(node: HTMLElement, restore: (was: { region: string | null }) => void) {
  let held: HTMLElement | null = null
  let region: string | null = null
  const took = (event: FocusEvent): void => {
    held = event.target as HTMLElement
    region = held.closest<HTMLElement>('[data-region]')?.dataset['region'] ?? null
  }
  let fingers = false // a finger needs no focus, and would see its ring appear
  // Whoever clicks beside everything wants no focus.
  const clicked = (event: PointerEvent): void => {
    held = null
    fingers = event.pointerType === 'touch'
  }
  const typed = (): void => {
    fingers = false
  }
  const check = (): void => {
    const active = document.activeElement
    if (!held || (active && active !== document.body && !(active instanceof HTMLElement && gone(active)))) return
    if (!gone(held)) return
    held = null
    if (!fingers) restore({ region })
  }
  const observer = new MutationObserver(check)
  observer.observe(node, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  node.addEventListener('focusin', took)
  node.addEventListener('pointerdown', clicked)
  node.addEventListener('keydown', typed)
  return {
    update: (next: (was: { region: string | null }) => void) => {
      restore = next
    },
    destroy: () => {
      observer.disconnect()
      node.removeEventListener('focusin', took)
      node.removeEventListener('pointerdown', clicked)
      node.removeEventListener('keydown', typed)
    },
  }
}
