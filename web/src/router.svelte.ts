// Client-side routes by the history API.

export type Route =
  | { page: 'home' }
  | { page: 'table'; table: string }
  | { page: 'invitation'; table: string }
  | { page: 'rules'; title: string } // '': of the first game
  | { page: 'learn' }
  | { page: 'lesson'; title: string; lesson: string }
  | { page: 'puzzles' }
  | { page: 'puzzle'; title: string }
  | { page: 'records' }
  | { page: 'study' }
  | { page: 'mailbox' }
  | { page: 'you' }
  | { page: 'nowhere' }

const NAME = /^[a-z0-9][a-z0-9_-]*$/
const TABLE = /^[\w-]{1,40}$/ // no table has any other name
const TITLE = /^([a-z][a-z0-9_]*)?$/

/** What a part of an address says; null where its escapes mean nothing. */
export function unescaped(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

export function routeOf(path: string): Route {
  const [first = '', escaped = '', third, fourth] = path.replace(/^\/|\/$/g, '').split('/')
  const second = unescaped(escaped)
  if (first === 'learn' && !escaped) return { page: 'learn' }
  if (first === 'learn' && second && third && fourth === undefined && NAME.test(third) && TITLE.test(second))
    return { page: 'lesson', title: second, lesson: third }
  if (third !== undefined || second === null) return { page: 'nowhere' }
  if (first === '' && second === '') return { page: 'home' }
  if (first === 'g' && TABLE.test(second)) return { page: 'table', table: second }
  if (first === 'j' && TABLE.test(second)) return { page: 'invitation', table: second }
  if (first === 'rules' && TITLE.test(second)) return { page: 'rules', title: second }
  if (first === 'puzzles' && TITLE.test(second)) return second ? { page: 'puzzle', title: second } : { page: 'puzzles' }
  if (first === 'records' && second === '') return { page: 'records' }
  if (first === 'notices' && second === '') return { page: 'mailbox' }
  if (first === 'you' && second === '') return { page: 'you' }
  if (first === 'study' && second === '') return { page: 'study' }
  return { page: 'nowhere' }
}

class Router {
  route = $state<Route>({ page: 'home' })
  hash = $state('')
  visits = $state(0) // how often an address was gone to, the same one again among them

  read = (): void => {
    const next = routeOf(location.pathname)
    if (JSON.stringify(next) !== JSON.stringify(this.route)) this.route = next // the same page stays as it is
    this.hash = unescaped(location.hash.slice(1)) ?? ''
    this.visits += 1
  }

  go(url: string): void {
    history.pushState(null, '', url)
    this.read()
    window.scrollTo(0, 0)
  }

  /** Go on to a page in place of this one: what was done here can't be done again by going back. */
  replace(url: string): void {
    history.replaceState(null, '', url)
    this.read()
  }

  /** Take over clicks on links within the app. */
  click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = (event.target as Element | null)?.closest('a')
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (link.pathname.startsWith('/api')) return
    event.preventDefault()
    this.go(link.href)
  }
}

export const router = new Router()
