import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { everyHeader } from '../../testkit/factories/header-forms.ts'
import { named, prompts } from '../../testkit/stories/prompts.ts'
import { tellStory } from '../../testkit/stories/story.ts'

const stories = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.txt'))
const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8')

// `JANUS_RETELL=1 npm run unit stories` writes the traces anew; read the difference before keeping it.
test.each(stories)('%s goes as it is told', (name) => {
  const text = read(name)
  const told = tellStory(text)
  if (process.env['JANUS_RETELL'] === '1') writeFileSync(join(import.meta.dirname, name), told)
  else expect(told).toBe(text)
})

test('all words of Janus in a prompt are on the page of prompts, and all that is there is told', () => {
  const lines = stories.flatMap((name) =>
    read(name)
      .split('\n')
      .filter((line) => line.startsWith('  ')),
  )
  expect(lines.filter((line) => line.includes('?? '))).toEqual([])
  const traces = lines.join('\n')
  // A message of more than 16 KiB stands in words/text.test.ts.
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

test('the page has every header of the table that people read', () => {
  const table = readFileSync(join(import.meta.dirname, '../../../docs/prompts.md'), 'utf8')
  const [, rows = ''] = /## Headers\n([^#]+)/.exec(table) ?? []
  const written = [...rows.matchAll(/^\| (.*?) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/`[^`]+`/g) ?? [],
  )
  expect(written.length).toBeGreaterThan(20)
  const lines = [...prompts.headers.map(({ words }) => words), ...prompts.words.values()]
  const unknown = written.filter((span) => !lines.some((line) => standsIn(span.slice(1, -1), line)))
  expect(unknown).toEqual([])
})

/** Whether a line has all that a header of the table has, but for its names, numbers and what it leaves out. */
function standsIn(header: string, line: string): boolean {
  const parts = header.split(/…|NAME@MACHINE|NAME|TOPIC|"[ABG]"(?: and "[ABG]")?|\bN\b|\d+|anchor|hb-/)
  let at = 0
  return parts.every((part) => {
    const found = line.indexOf(part, at)
    at = found + part.length
    return found >= 0
  })
}
