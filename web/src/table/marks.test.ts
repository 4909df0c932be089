import { describe, expect, it } from 'vitest'
import { marked } from './marks'

function sides(...lefts: number[]): string[] {
  return marked(lefts.map((left) => ({ title: `Year ${left}`, left }))).map(({ side }) => side)
}

describe('years on the replay bar', () => {
  it('are named before the line where they end', () => expect(sides(33, 66)).toEqual(['before', 'before']))
  it('are named behind it at the beginning of the track', () => expect(sides(5, 66)).toEqual(['behind', 'before']))
  it('do not stand on one another', () => expect(sides(33, 40)).toEqual(['before', 'behind']))
  it('stay silent where there is no room at all', () => expect(sides(86, 96)).toEqual(['before', 'none']))
  it('keep clear of a title that stands behind its line', () => expect(sides(5, 30)).toEqual(['behind', 'behind']))
})
