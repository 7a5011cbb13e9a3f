import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { named, prompts } from '../../testing/story-prompts.ts'
import { tellStory } from '../../testing/story.ts'
import { headers } from '../words/headers.ts'

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
  const seat = { number: 1, name: 'scout', kind: 'agent' } as const
  const all: Readonly<Record<keyof typeof headers, readonly string[]>> = {
    fromJanus: [headers.fromJanus()],
    fromUser: [headers.fromUser()],
    fromRemoteUser: [headers.fromRemoteUser('Bo@attic')],
    fromAgent: [headers.fromAgent('scout')],
    toMany: [headers.toMany('scout', 'all'), headers.toMany('scout', 'crew')],
    overLink: (['asked', 'converse', 'absorb', 'paused'] as const).map((why) => headers.overLink('a', why)),
    fromSeat: [
      seat,
      { ...seat, utterance: 'utt-1' },
      { ...seat, isEarlier: true },
      { ...seat, kind: 'user' as const },
      { ...seat, kind: 'remote user' as const },
      { ...seat, number: null, kind: 'user' as const },
    ].map(headers.fromSeat),
    decides: [headers.decides()],
    notYourUser: [headers.notYourUser('"scout"')],
    endOfNotes: [headers.endOfNotes()],
    answers: [headers.answers('msg-1', 'Which port?')],
    byRule: [headers.byRule()],
    answeredFor: [headers.answeredFor('msg-1', '8080.')],
    attached: [headers.attached('/a.png')],
    expects: [headers.expects('msg-1')],
    more: [headers.more(5, 'msg-1', 10)],
    piece: [headers.piece()],
    beat: [headers.beat(1, 3)],
    harvest: [headers.harvest('Ship?')],
    heartbeat: (['anchor', 'check', 'wait', 'schedule'] as const).map((intent) =>
      headers.heartbeat(intent, 'hb-1'),
    ),
  }
  const unknown = Object.values(all)
    .flat()
    .filter((header) => !prompts.headers.some(({ found }) => found.test(header)) && named(header) === null)
  expect(unknown).toEqual([])
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
