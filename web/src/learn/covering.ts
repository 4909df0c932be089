// How much of some rectangles lies under another.

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** The area of some boxes, together, that lies under one. */
export function covered(over: Box, boxes: readonly Box[]): number {
  return boxes.reduce((sum, box) => {
    const width = Math.min(over.right, box.right) - Math.max(over.left, box.left)
    const height = Math.min(over.bottom, box.bottom) - Math.max(over.top, box.top)
    return sum + Math.max(width, 0) * Math.max(height, 0)
  }, 0)
}
