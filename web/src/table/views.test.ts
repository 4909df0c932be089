import { describe, expect, it } from 'vitest'
import type { GameModule } from '../games/types'
import { nextLooks, shownLooks, viewKey } from './views'

const drawn: Pick<GameModule, 'views'> = { views: ['flat', 'raised'] }
const plain: Pick<GameModule, 'views' | 'viewNames'> = { views: ['flat'], viewNames: { flat: 'view.grid' } }

describe('views', () => {
  it.each([
    [drawn, 'flat', 'raised'],
    [drawn, 'raised', 'flat'],
    [drawn, 'text', 'flat'],
    [plain, 'flat', 'text'],
    [plain, 'raised', 'text'],
    [plain, 'text', 'flat'],
  ] as const)('change in turn', (game, looks, next) => {
    expect(nextLooks(game, looks)).toBe(next)
  })
  it('are those that a game has', () => {
    expect(shownLooks(plain, 'raised')).toBe('flat')
    expect(shownLooks(plain, 'text')).toBe('text')
    expect(shownLooks(drawn, 'raised')).toBe('raised')
  })
  it('have names', () => {
    expect([viewKey(plain, 'flat'), viewKey(drawn, 'flat'), viewKey(plain, 'text')]).toEqual(['view.grid', 'view.flat', 'view.text'])
  })
})
