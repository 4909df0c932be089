// The flat drawing of a Torres board: pure geometry.
import type { Castle } from './position'

export const CELL = 70

/** The upper left corner of a square on the turned board. */
export function flatSpot(square: number, turn: number): { x: number; y: number } {
  let x = square % 8
  let y = 7 - Math.floor(square / 8)
  for (let i = 0; i < ((turn % 4) + 4) % 4; i++) [x, y] = [7 - y, x]
  return { x: CELL * x, y: CELL * y }
}

/** The light and the dark edge of a tower, the wider the higher. */
export function bevel(x: number, y: number, height: number): { light: string; dark: string } {
  const b = 1.5 + 1.3 * Math.min(7, height)
  const far = CELL - b
  return {
    light: `M${x} ${y + CELL}V${y}H${x + CELL}L${x + far} ${y + b}H${x + b}V${y + far}Z`,
    dark: `M${x} ${y + CELL}H${x + CELL}V${y}L${x + far} ${y + b}V${y + far}H${x + b}Z`,
  }
}

/** The outline of every castle as one path. */
export function outline(castles: readonly Castle[], turn: number): string {
  const parts: string[] = []
  for (const castle of castles) {
    const cells = new Set(
      castle.map((square) => {
        const { x, y } = flatSpot(square, turn)
        return `${x},${y}`
      }),
    )
    for (const cell of cells) {
      const [x = 0, y = 0] = cell.split(',').map(Number)
      if (!cells.has(`${x},${y - CELL}`)) parts.push(`M${x} ${y}h${CELL}`)
      if (!cells.has(`${x},${y + CELL}`)) parts.push(`M${x} ${y + CELL}h${CELL}`)
      if (!cells.has(`${x - CELL},${y}`)) parts.push(`M${x} ${y}v${CELL}`)
      if (!cells.has(`${x + CELL},${y}`)) parts.push(`M${x + CELL} ${y}v${CELL}`)
    }
  }
  return parts.join('')
}
