// Every sentence comes from src/tourelle/languages/<language>/*.json, those of a game from the folder of its rules
// (words/<language>.json, and words/web-<language>.json for the page alone); each is loaded when it is needed.
// Those of a game from another package come from the server.
import { untrack } from 'svelte'
import { api } from './api'
import type { Language } from './protocol'

/** `say('tray.undo')` from web.json; `say('web-title:key')` from another catalogue. */
export type Say = (key: string, gaps?: Record<string, string | number>) => string

type Catalogue = Record<string, string>

const files = import.meta.glob<Catalogue>(['../../src/tourelle/languages/*/web.json', '../../src/tourelle/games/*/words/*.json'], {
  import: 'default',
})

export const LANGUAGES: Language[] = ['en', 'fr', 'de']

const GAP = /\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}/g

/** Fill gaps: `{cards}` by its value, `{cards|card|cards}` by the word that goes with its number. */
export function fill(sentence: string, gaps: Record<string, string | number>, language: Language = 'en'): string {
  return sentence.replace(GAP, (whole, name: string, one?: string, many?: string) => {
    const value = gaps[name]
    if (value === undefined || one === undefined || many === undefined) return String(value ?? whole)
    return isOne(Number(value), language) ? one : many
  })
}

/** In French nought takes the singular too. */
function isOne(number: number, language: Language): boolean {
  return number === 1 || (language === 'fr' && number === 0)
}

class Voice {
  language = $state<Language>('en')
  #catalogues = $state.raw<Record<string, Catalogue>>({})
  #domains = new Set<string>(['web'])
  #learning: Promise<void>[] = []

  say: Say = (key, gaps = {}) => {
    const [domain, name] = key.includes(':') ? (key.split(':', 2) as [string, string]) : ['web', key]
    return fill(this.#catalogues[domain]?.[name] ?? key, gaps, this.language)
  }

  /** Tell whether a sentence is there. */
  has(key: string): boolean {
    return this.say(key) !== key
  }

  async speak(language: Language): Promise<void> {
    this.#catalogues = await load(language, [...this.#domains])
    this.language = language
    document.documentElement.lang = language
  }

  /** Make more catalogues ready: those of a game. Domains that nobody has are left out. */
  async learn(...domains: string[]): Promise<void> {
    const missing = domains.filter((domain) => !this.#domains.has(domain))
    for (const domain of missing) this.#domains.add(domain)
    if (missing.length > 0) this.#learning.push(this.#more(missing))
    await Promise.all(this.#learning)
  }

  async #more(domains: string[]): Promise<void> {
    const more = await load(
      untrack(() => this.language),
      domains,
    )
    this.#catalogues = { ...untrack(() => this.#catalogues), ...more }
  }
}

/** Find a catalogue: `web` is the page's own, `title` a game's, `web-title` what the page says of that game. */
function fileOf(language: Language, domain: string): (() => Promise<Catalogue>) | undefined {
  const title = domain.replace(/^web-/, '')
  const name = domain === title ? language : `web-${language}`
  return files[`../../src/tourelle/languages/${language}/${domain}.json`] ?? files[`../../src/tourelle/games/${title}/words/${name}.json`]
}

async function load(language: Language, domains: string[]): Promise<Record<string, Catalogue>> {
  const pairs = domains.map(async (domain) => {
    const file = fileOf(language, domain)
    return [domain, file ? await file() : await api.words(language, domain).catch(() => ({}))] as const
  })
  return Object.fromEntries(await Promise.all(pairs))
}

export const voice = new Voice()
