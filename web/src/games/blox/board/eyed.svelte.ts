// The choice that the board has under the pointer, so that the tray can show which cards pay it.
import type { Choice } from '../../../protocol'

export const eyed = $state<{ choice: Choice | null }>({ choice: null })
