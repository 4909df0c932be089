// Words and their punctuation come from the catalogues: in French a colon stands apart.
import { describe, expect, it } from 'vitest'

const sources = import.meta.glob<string>(['./**/*.svelte'], { query: '?raw', import: 'default', eager: true })
const JOINED = /\}: ?(?:\{|\$\{|<)/

/** What of a component people read: its markup, and sentences that its script joins. */
function read(text: string): string[] {
  const [script = '', markup = ''] = text.split('</script>').length > 1 ? [text, text.split('</script>').at(-1)] : ['', text]
  const joined = (script.match(/`[^`\n]*`/g) ?? []).filter((sentence) => /\w/.test(sentence))
  return [...(markup.split('<style>')[0] ?? '').split('\n'), ...joined]
}

describe('a component', () => {
  it('is read', () => expect(Object.keys(sources).length).toBeGreaterThan(100))
  it('joins no words by a colon of its own', () => {
    const found = Object.entries(sources).flatMap(([path, text]) =>
      read(text)
        .filter((line) => JOINED.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })
})
