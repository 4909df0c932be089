// What this device keeps under a name, as a list.

/** Where it is kept: the browser's storage, or a test's. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem'>

/** What is kept; nothing where it can't be read. */
export function kept<T>(key: string, shelf: Shelf): T[] {
  try {
    const data: unknown = JSON.parse(shelf.getItem(key) ?? '[]')
    return Array.isArray(data) ? (data as T[]) : []
  } catch {
    return []
  }
}

/** Keep a list; false where the device keeps nothing: one still plays, until the browser is closed. */
export function keep<T>(key: string, list: T[], shelf: Shelf): boolean {
  try {
    shelf.setItem(key, JSON.stringify(list))
    return true
  } catch {
    return false
  }
}
