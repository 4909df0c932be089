// When something happened, in words: "5 minutes ago", "yesterday", "12 November".
import type { Language } from '../protocol'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `then` in seconds as the server counts them, `now` in milliseconds as the browser does. */
export function since(seconds: number, now: number, language: Language): string {
  const then = seconds * 1000
  const locale = language === 'en' ? 'en-GB' : language
  const ago = Math.max(0, now - then)
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (ago < HOUR) return words.format(-Math.floor(ago / MINUTE), 'minute')
  if (ago < DAY) return words.format(-Math.floor(ago / HOUR), 'hour')
  if (ago < 7 * DAY) return words.format(-Math.floor(ago / DAY), 'day')
  const year = new Date(then).getFullYear() === new Date(now).getFullYear() ? undefined : 'numeric'
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year }).format(then)
}
