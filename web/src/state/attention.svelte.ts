// What calls somebody back to a page in the background: the tab's title and icon, a browser's notification.
import { preferences } from '../preferences.svelte'

const ICON = { calm: '/tower.svg', turn: '/tower-turn.svg' }

/** Show in the tab whether one is awaited. */
export function markTab(awaited: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  const wanted = awaited ? ICON.turn : ICON.calm
  if (icon && icon.getAttribute('href') !== wanted) icon.setAttribute('href', wanted)
}

/** A title with how many tables wait, in front, where a narrow tab shows it. */
export function tabTitle(title: string, waiting: number): string {
  return waiting > 0 ? `(${waiting}) ${title}` : title
}

/** Say something over whatever is on the screen, if it is wished for and nobody looks at the page. */
export function alertUser(title: string, text: string, path: string): void {
  if (!preferences.alerts || document.visibilityState === 'visible') return
  if (!('Notification' in window) || Notification.permission !== 'granted') return
  try {
    const shown = new Notification(title, { body: text, icon: ICON.calm, tag: `tourelle ${path}` })
    shown.onclick = () => {
      window.focus()
      shown.close()
    }
  } catch {
    // Phones let only a service worker do that: there push messages do.
  }
}
