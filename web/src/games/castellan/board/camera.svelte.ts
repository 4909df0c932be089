// The part of the ground on the screen: follows the castle until somebody drags or zooms.
import { fitted, zoomed, type Frame } from './geometry'

const NEAREST = 300
const FARTHEST = 60 * 98

interface Spot {
  x: number
  y: number
}

export class Camera {
  frame = $state.raw<Frame>({ x: -300, y: -250, width: 600, height: 500 })
  follows = $state(true)
  moved = false // since the pointer went down: a drag is no click
  #pointers = new Map<number, Spot>()

  /** Show a frame whole in a box of so many pixels, leaving some free at its top and bottom. */
  show(frame: Frame, width: number, height: number, top: number, bottom: number): void {
    const inner = fitted(frame, width / Math.max(1, height - top - bottom))
    const pixel = inner.width / Math.max(1, width)
    this.frame = { ...inner, y: inner.y - top * pixel, height: inner.height + (top + bottom) * pixel }
  }

  /** Keep the middle when the box changes its shape. */
  reshape(shape: number): void {
    const { x, y, width, height } = this.frame
    const next = width / shape
    this.frame = { x, y: y + (height - next) / 2, width, height: next }
  }

  /** Come closer (over 1) or go back, around a point of the ground. */
  zoom(factor: number, at?: Spot): void {
    const middle = at ?? { x: this.frame.x + this.frame.width / 2, y: this.frame.y + this.frame.height / 2 }
    const next = zoomed(this.frame, factor, middle)
    if (next.width < NEAREST || next.width > FARTHEST) return
    this.follows = false
    this.frame = next
  }

  /** Move by shares of the frame. */
  pan(dx: number, dy: number): void {
    const { x, y, width, height } = this.frame
    this.follows = false
    this.frame = { x: x + dx * width, y: y + dy * height, width, height }
  }

  /** Return the point of the ground under a point of the screen. */
  ground(at: Spot, box: DOMRect): Spot {
    const { x, y, width, height } = this.frame
    return { x: x + ((at.x - box.left) / box.width) * width, y: y + ((at.y - box.top) / box.height) * height }
  }

  /** A finger or the mouse goes down, moves, goes up: one drags, two pinch. */
  down(id: number, at: Spot): void {
    if (this.#pointers.size === 0) this.moved = false
    this.#pointers.set(id, at)
  }

  move(id: number, at: Spot, box: DOMRect): void {
    const before = this.#pointers.get(id)
    if (!before) return
    const [dx, dy] = [at.x - before.x, at.y - before.y]
    if (!this.moved && Math.hypot(dx, dy) < 6) return
    this.moved = true
    const others = [...this.#pointers].filter(([other]) => other !== id)
    this.#pointers.set(id, at)
    const [second] = others
    if (!second) {
      this.pan(-dx / box.width, -dy / box.height)
      return
    }
    const other = second[1]
    const was = Math.hypot(before.x - other.x, before.y - other.y)
    const is = Math.hypot(at.x - other.x, at.y - other.y)
    const between = { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 }
    if (was > 0 && is > 0) this.zoom(is / was, this.ground(between, box))
  }

  up(id: number): void {
    this.#pointers.delete(id)
  }

  get held(): boolean {
    return this.#pointers.size > 0
  }
}
