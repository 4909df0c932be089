// Finding something in the rules: pages first, then clauses.
import type { Clause, TaughtPage } from '../protocol'

export interface Found {
  id: string // of a page or a clause, as the address names it
  title: string
  kind: 'page' | 'clause'
}

const MOST = 24

/** The pages and clauses in which every word occurs; nothing for no words. */
export function found(pages: TaughtPage[], clauses: Clause[], typed: string): Found[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const fits = (...texts: string[]): boolean => {
    const text = texts.join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const told = pages
    .filter((page) => fits(page.title, page.lead, ...page.captions.map(({ text }) => text), ...page.cases.map(({ text }) => text)))
    .map(({ id, title }) => ({ id, title, kind: 'page' as const }))
  const numbered = clauses
    .filter(({ id, title, text }) => id !== '' && fits(id, title, text))
    .map(({ id, title }) => ({ id, title: title || id, kind: 'clause' as const }))
  return [...told, ...numbered].slice(0, MOST)
}
