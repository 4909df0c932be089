// The ways by which this device's person is told that they are awaited, wished at each of their seats.
import { api } from '../api'
import { voice } from '../i18n.svelte'
import { preferences } from '../preferences.svelte'
import type { NoticeWish } from '../protocol'

type Way = NoticeWish['way']

/** Can a page that is closed be told something here? Only over HTTPS, or on the machine itself. */
export function canPush(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0))
}

/** Subscribe this browser to push messages of this server; null where its person or maker says no. */
export async function pushWay(key: string): Promise<Way | null> {
  if (!canPush() || !key || (await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) })
  const { endpoint, keys } = made.toJSON()
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) return null
  return { kind: 'push', url: endpoint, p256dh: keys['p256dh'], auth: keys['auth'] }
}

/** The ways that are switched on at this device. */
export async function ownWays(): Promise<Way[]> {
  const ways: Way[] = []
  if (preferences.push) {
    const { push_key } = await api.noticeOffer()
    const way = await pushWay(push_key).catch(() => null)
    if (way) ways.push(way)
  }
  if (preferences.mail) ways.push({ kind: 'mail', address: preferences.mail })
  return ways
}

/** Wish for those ways at some seats; what is refused at one is refused at all. */
export async function wishFor(ways: Way[], table: string, seats: number[], secrets: string[]): Promise<void> {
  for (const way of ways) for (const seat of seats) await api.addNotice(table, { seat, way }, voice.language, secrets)
}

/** Have no more of a kind of way at some seats. */
export async function endAll(kind: Way['kind'], table: string, seats: number[], secrets: string[]): Promise<void> {
  for (const seat of seats) {
    const { ways } = await api.notices(table, seat, voice.language, secrets)
    for (const way of ways.filter((known) => known.kind === kind)) await api.dropNotice(table, seat, way.id, voice.language, secrets)
  }
}
