// Shows what the server pushes when no page is open, and leads to the table.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  let told = {}
  try {
    told = event.data?.json() ?? {}
  } catch {
    // Not ours: shown as nothing but a name.
  }
  const path = typeof told.path === 'string' && /^\/g\/[\w-]+$/.test(told.path) ? told.path : '/'
  event.waitUntil(
    self.registration.showNotification(String(told.title ?? 'Tourelle'), {
      body: String(told.text ?? ''),
      icon: '/tower.svg',
      tag: `tourelle ${told.table ?? ''}`,
      data: { path },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const path = event.notification.data?.path ?? '/'
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((open) => {
      const there = open.find((client) => new URL(client.url).pathname === path)
      return there ? there.focus() : self.clients.openWindow(path)
    }),
  )
})
