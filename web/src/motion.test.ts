import { describe, expect, it } from 'vitest'
import { milliseconds } from './motion'

describe('a CSS time', () => {
  it.each([
    ['240ms', 240],
    [' 240ms ', 240],
    ['.24s', 240],
    ['0.6s', 600],
    ['0ms', 0],
    ['0s', 0],
    ['', 0],
  ])('%s is %d ms', (time, ms) => {
    expect(milliseconds(time)).toBe(ms)
  })
})
