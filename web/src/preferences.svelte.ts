// What belongs to the person and not to the table; kept on this device.
import type { Crest } from './parts/crests'
import type { Language } from './protocol'

export type Theme = 'system' | 'light' | 'dark'
export type Motion = 'normal' | 'fast' | 'off'
export type Looks = 'flat' | 'raised' | 'text'

export interface Preferences {
  theme: Theme
  language: Language
  view: Looks | null // null: raised where there is room, flat on a phone
  motion: Motion
  sounds: boolean
  coordinates: boolean
  confirm: boolean
  twoTaps: boolean // on touch screens
  notation: boolean // in the log, beside the words
  shortcuts: boolean // single keys act at the table
  guide: boolean // hints in first games
  name: string
  colour: number | null // the seat whose colour one likes best
  crest: Crest
  alerts: boolean // the browser's notifications, while a page is open in the background
  push: boolean // messages though no page is open
  mail: string // where to write, if anywhere
  watchName: boolean // shown to others where one only watches
}

const KEY = 'tourelle.preferences'

function spoken(): Language {
  const wish = typeof navigator === 'undefined' ? 'en' : navigator.language.slice(0, 2)
  return wish === 'fr' || wish === 'de' ? wish : 'en'
}

const DEFAULTS: Preferences = {
  theme: 'system',
  language: spoken(),
  view: null,
  motion: 'normal',
  sounds: false,
  coordinates: true,
  confirm: false,
  twoTaps: true,
  notation: false,
  shortcuts: true,
  guide: true,
  name: '',
  colour: null,
  crest: '',
  alerts: false,
  push: false,
  mail: '',
  watchName: false,
}

function stored(): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>
  } catch {
    return {}
  }
}

export const preferences = $state<Preferences>({ ...DEFAULTS, ...stored() })

/** Keep them, and show them on the page's root. */
export function keepPreferences(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences))
  } catch {
    // A browser that keeps nothing still plays.
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches
  const theme = preferences.theme === 'system' ? (dark ? 'dark' : 'light') : preferences.theme
  document.documentElement.dataset.theme = theme
  document.documentElement.dataset.motion = preferences.motion
  document.documentElement.dataset['shortcuts'] = preferences.shortcuts ? 'on' : 'off'
}

/** Where single keys are switched off (WCAG 2.1.4), no page hears them; writing, Space and arrows go on. */
export function hush(event: KeyboardEvent): void {
  if (preferences.shortcuts || event.key.length !== 1 || event.key === ' ') return
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')) return
  event.stopPropagation()
}
