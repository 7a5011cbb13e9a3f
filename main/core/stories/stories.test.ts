import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { everyHeader } from '../../testkit/factories/header-forms.ts'
import { named, prompts } from '../../testkit/stories/prompts.ts'
import { runStory } from '../../testkit/stories/story.ts'

const stories = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.txt'))
const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

// `JANUS_RETELL=1 npm run unit stories` rewrites the traces; read the difference before keeping it.
test.each(stories)('%s matches its trace', (name) => {
  const text = read(name)
  const told = runStory(text)
  if (process.env['JANUS_RETELL'] === '1') writeFileSync(join(import.meta.dirname, name), told)
  else expect(told).toBe(text)
})

test('prompts.txt has every text of Janus in a prompt, and a story tells each of them', () => {
  const lines = stories.flatMap((name) =>
    read(name)
      .split('\n')
      .filter((line) => line.startsWith('  ')),
  )
  expect(lines.filter((line) => line.includes('?? '))).toEqual([])
  const traces = lines.join('\n')
  // words/text.test.ts covers a message of more than 16 KiB.
  const untold = [...prompts.words.keys()]
    .filter((name) => name !== 'more-characters')
    .filter((name) => !new RegExp(`(?:^|[ /[":])${name}(?=[(" \\]]|$)`, 'm').test(traces))
  expect(untold).toEqual([])
  const written = [...traces.matchAll(/\| (\[[^\]]+\]:?) /g)].map(([, header = '']) => header)
  const unused = prompts.headers.filter(({ found }) => !written.some((header) => found.test(header)))
  expect(unused.map(({ words }) => words)).toEqual([])
})

test('no fragment of a prompt is taken for another', () => {
  for (const [name, words] of prompts.words) {
    const filled = words.replaceAll('{=silent}', prompts.words.get('silent') ?? '').replace(/\{[^}]+\}/g, 'x')
    expect(named(filled)?.split(/[ (]/)[0]).toBe(name)
  }
})

test('every header is on the page of prompts', () => {
  const isKnown = (header: string) => prompts.headers.some(({ found }) => found.test(header))
  expect(everyHeader.filter((header) => !isKnown(header) && named(header) === null)).toEqual([])
})
