import { describe, expect, it } from 'vitest'
import { since } from './when'

const NOW = Date.UTC(2026, 10, 16, 12)
const MINUTE = 60_000

describe('since when', () => {
  it.each([
    [0, 'en', 'this minute'],
    [5 * MINUTE, 'en', '5 minutes ago'],
    [5 * MINUTE, 'fr', 'il y a 5 minutes'],
    [3 * 60 * MINUTE, 'de', 'vor 3 Stunden'],
    [26 * 60 * MINUTE, 'en', 'yesterday'],
    [26 * 60 * MINUTE, 'fr', 'hier'],
    [30 * 24 * 60 * MINUTE, 'de', '17. Oktober'],
    [400 * 24 * 60 * MINUTE, 'en', '12 October 2025'],
  ] as const)('%i ms ago in %s is %s', (ago, language, words) => {
    expect(since((NOW - ago) / 1000, NOW, language)).toBe(words)
  })
})
