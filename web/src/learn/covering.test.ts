import { expect, test } from 'vitest'
import { covered } from './covering'

const box = (left: number, top: number, right: number, bottom: number) => ({ left, top, right, bottom })

test('what lies under a box is counted once for each', () => {
  const over = box(0, 0, 10, 10)
  expect(covered(over, [])).toBe(0)
  expect(covered(over, [box(10, 0, 20, 10), box(0, 12, 5, 15)])).toBe(0)
  expect(covered(over, [box(8, 8, 20, 20), box(2, 2, 4, 4)])).toBe(8)
})
