import { expect, test } from 'vitest'
import { tabTitle } from './attention.svelte'

test('a tab says first how many tables wait', () => {
  expect(tabTitle('Tourelle', 3)).toBe('(3) Tourelle')
  expect(tabTitle('Tourelle', 0)).toBe('Tourelle')
})
