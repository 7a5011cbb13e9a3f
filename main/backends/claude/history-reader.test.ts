import { expect, test } from 'vitest'
import { ClaudeHistoryReader } from './history-reader.ts'
import type { Line } from './transcript.ts'

let ids = 0
let last: string | null = null

/** The next line of a conversation; its parent is the previous line by default. */
function line(type: string, content: unknown, more: Line = {}): Line {
  const uuid = `u${String(++ids)}`
  const made = {
    type,
    uuid,
    parentUuid: last,
    timestamp: '2026-03-03T10:00:00.000Z',
    message: { content },
    ...more,
  }
  last = uuid
  return made
}
const user = (content: unknown, more: Line = {}) => line('user', content, more)
const answer = (...content: unknown[]) => line('assistant', content)
const text = (words: string) => ({ type: 'text', text: words })

function read(...lines: readonly Line[]): ClaudeHistoryReader {
  const reader = new ClaudeHistoryReader()
  for (const one of lines) reader.take(one)
  return reader
}
const told = (reader: ClaudeHistoryReader) =>
  reader.rows.map(({ said }) =>
    said.kind === 'interrupted' ? '—' : `${said.kind}: ${'text' in said ? said.text : said.call}`,
  )

test('words, answers and tools are rows with their times; prompts are known by their ids', () => {
  const prompt = user('Look')
  const reader = read(
    prompt,
    answer({ type: 'thinking', thinking: 'hm' }, text('I look.')),
    answer({ type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } }),
    user([{ type: 'tool_result', tool_use_id: 't1', content: 'a\nb' }]),
    answer(text('Two files.')),
    user([text('And this?'), { type: 'image', source: {} }]),
    user('[Request interrupted by user]'),
  )
  expect(told(reader)).toEqual([
    'user: Look',
    'thinking: hm',
    'text: I look.',
    'tool: t1',
    'result: a\nb',
    'text: Two files.',
    'user: And this?\n[image]',
    '—',
  ])
  expect(reader.rows[0]).toMatchObject({ at: Date.UTC(2026, 2, 3, 10), prompt: prompt['uuid'] })
  expect([reader.turns, reader.earlier, reader.hasWords]).toEqual([2, 0, true])
})

test('what the CLI puts in is none of it; commands stand as they were typed, with what they put out', () => {
  const reader = read(
    user('<local-command-caveat>Caveat: …</local-command-caveat>'),
    user('hidden', { isMeta: true }),
    user('<command-name>/model</command-name>\n<command-args>opus</command-args>'),
    user('<local-command-stdout>Set model to \u001b[1mopus\u001b[22m</local-command-stdout>'),
    user('<bash-input>git status</bash-input>'),
    user('A summary of all before', { isCompactSummary: true }),
    user('from a sub-agent', { isSidechain: true }),
    line('attachment', undefined, { attachment: { type: 'queued_command', prompt: 'by the way' } }),
    line('file-history-snapshot', undefined),
  )
  expect(told(reader)).toEqual([
    'user: /model opus',
    'text: Set model to opus',
    'user: ! git status',
    'user: by the way',
  ])
  expect(reader.rows.at(-1)?.prompt).toBeNull()
})

test('what was taken back in the CLI is not shown: a prompt goes on from an earlier line', () => {
  const first = answer(text('One.'))
  const reader = read(
    first,
    user('Two?'),
    answer(text('Two.')),
    user('Other?', { parentUuid: first['uuid'] }),
  )
  expect(told(reader)).toEqual(['text: One.', 'user: Other?'])
})

test('of a long one the newest turns are kept, in bounds; one that has no end keeps its prompt', () => {
  const many = new ClaudeHistoryReader()
  for (let n = 0; n < 1000; n++) for (const one of [user(`Q${String(n)}`), answer(text('A'))]) many.take(one)
  expect([many.turns, many.earlier]).toEqual([200, 800])
  expect(told(many)[0]).toBe('user: Q800')
  const wide = new ClaudeHistoryReader()
  wide.take(user('Go on'))
  for (let n = 0; n < 5000; n++) wide.take(answer(text(`${String(n)} ${'x'.repeat(2000)}`)))
  expect(wide.rows.length).toBeLessThanOrEqual(3000)
  expect(told(wide)[0]).toBe('user: Go on')
  expect(wide.rows.reduce((sum, { said }) => sum + ('text' in said ? said.text.length : 0), 0)).toBeLessThan(
    4.3e6,
  )
  expect(told(wide).at(-1)).toMatch(/^text: 4999/)
})
