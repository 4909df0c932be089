import { describe, expect, it, vi } from 'vitest'
import { ownKey, pressed, type Doings } from './keys'

function field(tagName: string, type?: string): EventTarget {
  return { tagName, type } as unknown as EventTarget
}

describe('keys pressed in a field', () => {
  it.each([
    ['z', field('INPUT', 'text'), true],
    ['z', field('INPUT', 'search'), true],
    ['z', field('INPUT'), true],
    ['z', field('TEXTAREA'), true],
    ['z', field('SELECT'), true],
    ['z', field('INPUT', 'checkbox'), false],
    ['z', field('INPUT', 'radio'), false],
    ['z', field('INPUT', 'range'), false],
    ['ArrowLeft', field('INPUT', 'checkbox'), false],
    ['ArrowLeft', field('INPUT', 'radio'), true],
    ['ArrowLeft', field('INPUT', 'range'), true],
    ['z', field('BUTTON'), false],
    ['z', null, false],
  ])('%s in %o belongs to it: %s', (key, target, own) => {
    expect(ownKey({ key, target })).toBe(own)
  })

  it('undo works from a checkbox, and never from a text', () => {
    const undo = vi.fn()
    const press = (target: EventTarget): void =>
      pressed({ key: 'z', ctrlKey: false, metaKey: false, altKey: false, target, preventDefault: () => undefined }, {
        kinds: {},
        undo,
      } as unknown as Doings)
    press(field('INPUT', 'text'))
    expect(undo).not.toHaveBeenCalled()
    press(field('INPUT', 'checkbox'))
    expect(undo).toHaveBeenCalledOnce()
  })
})
