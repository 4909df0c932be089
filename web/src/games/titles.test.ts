import { describe, expect, it } from 'vitest'

const files = import.meta.glob<string>(['../**/*.{ts,svelte,css,json}', '!../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const titles = Object.keys(import.meta.glob('./*/game.ts')).map((path) => path.split('/')[1] ?? '')

describe('a title', () => {
  it('has a folder', () => expect(titles.length).toBeGreaterThan(2))
  it.each(titles)('%s is named nowhere but in its folder', (title) => {
    const word = new RegExp(title, 'i')
    const named = Object.entries(files)
      .filter(([path]) => !path.startsWith(`./${title}/`))
      .flatMap(([path, text]) => text.split('\n').flatMap((line, i) => (word.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : [])))
    expect(named).toEqual([])
  })
})
