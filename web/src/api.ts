// The server's doors besides the socket.
import type { GameInfo, Language, Lobby, Moment, NewTable, OpenedTable, TableSummary } from './protocol'

/** The server said no, in words for a person. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    sentence: string,
  ) {
    super(sentence)
  }
}

async function ask<T>(path: string, init: RequestInit = {}): Promise<T> {
  const answer = await fetch(path, init)
  if (answer.ok) return (await answer.json()) as T
  let sentence = `${answer.status} ${answer.statusText}`
  try {
    const body = (await answer.json()) as { sentence?: string; detail?: unknown }
    if (typeof body.sentence === 'string') sentence = body.sentence
    else if (typeof body.detail === 'string') sentence = body.detail
  } catch {
    // Not JSON: the status has to do.
  }
  throw new Refusal(answer.status, sentence)
}

function posted(body: unknown): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

function keyed(secrets: string[]): RequestInit {
  return secrets.length > 0 ? { headers: { 'x-seat-secrets': secrets.join(',') } } : {}
}

export interface Clause {
  id: string
  html?: string
  text: string
}

export interface Rules {
  title: string
  label: string
  sections: { id: string; title: string; clauses: Clause[] }[]
}

export const api = {
  games: (language: Language) => ask<GameInfo[]>(`/api/games?language=${language}`),
  lobby: (language: Language) => ask<Lobby>(`/api/tables?language=${language}`),
  summary: (table: string, language: Language) =>
    ask<TableSummary>(`/api/tables/${encodeURIComponent(table)}?language=${language}`),
  open: (wish: NewTable) => ask<OpenedTable>('/api/tables', posted(wish)),
  moment: (table: string, actions: number, language: Language, secrets: string[]) =>
    ask<Moment>(`/api/tables/${encodeURIComponent(table)}/moments/${actions}?language=${language}`, keyed(secrets)),
  record: (table: string) => `/api/tables/${encodeURIComponent(table)}/record`,
  bring: (record: unknown) => ask<OpenedTable>('/api/records', posted(record)),
  rules: (title: string, language: Language) =>
    ask<Rules>(`/api/rules/${encodeURIComponent(title)}?language=${language}`),
}

export function socketUrl(table: string): string {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return `${scheme}//${location.host}/api/tables/${encodeURIComponent(table)}/socket`
}
