import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { openTerminal } from '../testing/terminal.ts'

const terminal = openTerminal()
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'janus-export-'))
  terminal.api.otherwise = (_method, url) => {
    const isFirst = url.includes('cursor=0')
    const text = isFirst ? '# Ann\n\nlit\u001b[2J\n\n' : '**Bob**\n\n'
    return { status: 200, value: { name: 'x.md', text, rows: 1, next: isFirst ? 200 : null } }
  }
})

test('janus export prints all parts, and lets nothing steer the terminal', async () => {
  expect(await terminal.janus('export', 'Agent 2', '--tools', 'whole')).toBe(0)
  expect(terminal.api.requests.map(({ url }) => url)).toEqual([
    '/api/agents/Agent%202/export?format=md&tools=whole&cursor=0',
    '/api/agents/Agent%202/export?format=md&tools=whole&cursor=200',
  ])
  expect(terminal.printed).toBe('# Ann\n\nlit\\u{1b}[2J\n**Bob**\n')
})

test('an id says what it is of', async () => {
  for (const id of ['lnk-0000000001', 'msg-0000000001', 'gat-0000000001@barn'])
    await terminal.janus('export', id, '--format', 'json')
  expect(terminal.api.requests.map(({ url }) => url.split('?')[0])).toEqual([
    ...Array<string>(2).fill('/api/links/lnk-0000000001/export'),
    ...Array<string>(2).fill('/api/threads/msg-0000000001/export'),
    ...Array<string>(2).fill('/api/fleet/circles/gat-0000000001%40barn/export'),
  ])
  expect(await terminal.janus('export', 'gat-0000000001', '--format', 'json')).toBe(2)
})

test('into a file as it is, and never over one without being told', async () => {
  const file = join(folder, 'talk.md')
  expect(await terminal.janus('export', 'Ann', '--out', file)).toBe(0)
  expect([readFileSync(file, 'utf8'), terminal.printed]).toEqual(['# Ann\n\nlit\u001b[2J\n\n**Bob**\n\n', ''])
  writeFileSync(file, 'mine')
  expect(await terminal.fails(1, 'export', 'Ann', '--out', file)).toContain('is there already')
  expect(readFileSync(file, 'utf8')).toBe('mine')
  expect(await terminal.janus('export', 'Ann', '--out', file, '--overwrite')).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain('**Bob**')
})

test('what breaks off half way leaves no file, and the old one as it was', async () => {
  const answer = terminal.api.otherwise
  terminal.api.otherwise = (method, url) =>
    url.includes('cursor=200')
      ? { status: 404, value: { error: { code: 'not_found', message: 'gone' } } }
      : answer(method, url)
  const file = join(folder, 'talk.md')
  expect(await terminal.janus('export', 'Ann', '--out', file)).toBe(1)
  expect(readdirSync(folder)).toEqual([])
  writeFileSync(file, 'mine')
  expect(await terminal.janus('export', 'Ann', '--out', file, '--overwrite')).toBe(1)
  expect([readdirSync(folder), readFileSync(file, 'utf8')]).toEqual([['talk.md'], 'mine'])
})
