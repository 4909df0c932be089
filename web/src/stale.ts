// A page from before the server was renewed: parts that it has not loaded yet are gone there.
const WHEN = 'tourelle.renewed'
const PAUSE = 10_000 // milliseconds: what is missing for good is not asked for again and again

/** Load the page anew when a part of it is missing, where the server answers. */
export function renewStale(): void {
  window.addEventListener('vite:preloadError', () => void renew())
}

async function renew(): Promise<void> {
  if (Date.now() - Number(sessionStorage.getItem(WHEN) ?? 0) < PAUSE) return
  const answer = await fetch('/api/health').catch(() => null)
  if (!answer?.ok) return
  sessionStorage.setItem(WHEN, String(Date.now()))
  location.reload()
}
