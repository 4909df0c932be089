import { describe, expect, it } from 'vitest'
import { fill } from '../../../i18n.svelte'
import type { Choice, Language } from '../../../protocol'
import de from '../../../../../src/tourelle/games/castellan/words/web-de.json'
import en from '../../../../../src/tourelle/games/castellan/words/web-en.json'
import fr from '../../../../../src/tourelle/games/castellan/words/web-fr.json'
import type { CastellanView } from './castle'
import { answerWords } from './words'

const CATALOGUES: Record<Language, Record<string, string>> = { en, fr, de }

/** A doubled courtyard of six towers, cut into two of four: which part stays doubled is asked. */
const view = {
  stage: 'stays',
  pieces: ['tower 0,0', 'long 0,0 E', 'tower 2,0', 'long 2,0 E', 'tower 4,0', 'long 0,0 N', 'tower 0,2', 'long 2,0 N', 'long 4,0 N'],
  courtyards: [
    { cell: '0,0', seat: 0, double: null },
    { cell: '2,0', seat: 0, double: null },
  ],
  facts: {
    courtyards: [
      { cell: '0,0', cells: ['0,0', '1,0', '0,1', '1,1'], towers: 4 },
      { cell: '2,0', cells: ['2,0', '3,0', '2,1', '3,1'], towers: 4 },
    ],
    corners: [],
    next: 1,
  },
} as unknown as CastellanView

function answers(language: Language): string[] {
  const say = (key: string, gaps: Record<string, string | number> = {}): string =>
    fill(CATALOGUES[language][key.replace('web-castellan:', '')] ?? key, gaps, language)
  return ['0,0', '2,0'].map((cell) => answerWords({ text: `stays ${cell}`, kind: 'stays', squares: [cell] } as Choice, view, say))
}

describe('which part stays doubled', () => {
  it('is asked by where the part lies and what it brings', () => {
    expect(answers('en')).toEqual(['Stays doubled: west, 12 points', 'Stays doubled: east, 12 points'])
  })
  it.each(['en', 'fr', 'de'] as const)('is asked without coordinates: %s', (language) => {
    const said = answers(language)
    expect(new Set(said).size).toBe(2)
    for (const sentence of said) expect(sentence).not.toMatch(/-?\d+,-?\d+|[{}:]\w+\./)
  })
})
