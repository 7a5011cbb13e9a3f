import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { subagentLog } from '../../contract/agents/subagents.ts'
import type { Entry } from '../../contract/api/model.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { entryRow, makeEntry } from '../../testkit/factories/factories.ts'
import { saveFile } from './history-requests.ts'

/** An agent with these rows in its transcript. */
async function withRows(rows: readonly Partial<Entry>[], name = 'Scout') {
  const janus = new ComposedJanus()
  const { id } = await janus.window('agents.create', { name })
  janus.store.commit(rows.map((row, at) => entryRow(makeEntry(at + 1, { agent: id, at: 1_000, ...row }))))
  /** All chunks concatenated, and their number. */
  const taken = async (more: { format?: 'md' | 'json'; tools?: 'line' | 'whole' } = {}, of: string = id) => {
    let [text, count] = ['', 0]
    for (let cursor: number | null = 0; cursor !== null; count++) {
      const part: { text: string; next: number | null } = await janus.window('log.export', {
        kind: 'agent',
        id: of,
        cursor,
        ...more,
      })
      text += part.text
      cursor = part.next
    }
    return { text, count }
  }
  return { janus, id, taken }
}

const read = { name: 'Read', kind: 'read', isTitleAll: true, description: '', diffs: [], own: null } as const
const call = (cwd: string) => ({ ...read, title: `${cwd}/src/fares.js` })

test('a conversation: who, when, words as quotations, a tool in a line with how it ended', async () => {
  const { janus, id, taken } = await withRows([
    { kind: 'user', author: { kind: 'user', via: 'window' }, authorName: 'Mo', text: 'Read it.\n\nAll.' },
  ])
  const cwd = janus.engine.state.agents.get(id)?.agent.cwd ?? ''
  const by = { agent: id, author: { kind: 'agent', id }, authorName: 'Scout', at: 90_000_000 } as const
  janus.store.commit(
    [
      makeEntry(2, { ...by, kind: 'tool', text: '{"file_path":"x"}', tool: call(cwd), call: 'c1' }),
      makeEntry(3, { ...by, kind: 'result', text: 'fares = 2', call: 'c1', end: 'failed' }),
      makeEntry(4, { ...by, kind: 'thinking', text: 'Hm.' }),
      makeEntry(5, { ...by, kind: 'text', text: 'They are two.' }),
    ].map(entryRow),
  )
  const { text } = await taken()
  expect(text).toMatch(/^# Scout\n\n- Claude, in /)
  expect(text.slice(text.indexOf('## '))).toBe(
    [
      '## 1970-01-01',
      '**Mo** 00:00',
      '> Read it.\n>\n> All.',
      '## 1970-01-02',
      '- Read src/fares.js (failed)',
      '**Scout** 01:00',
      '> They are two.',
      '',
    ].join('\n\n'),
  )
  const whole = (await taken({ tools: 'whole' })).text
  expect(whole).toContain(
    '- Read src/fares.js (failed)\n\n```\n{"file_path":"x"}\n```\n\n```\nfares = 2\n```\n',
  )
  expect(whole).toContain('**Scout**, a thought 01:00\n\n> Hm.')
})

test('what a subagent said stands under its call: a count in a line, or all of it', async () => {
  const subagent = { tools: 1, tokens: 12_300, end: 'done' } as const
  const tool = { ...read, kind: 'subagent', title: 'look around' } as const
  const { janus, id, taken } = await withRows([{ kind: 'tool', text: '', tool, call: 'c1', subagent }])
  const of = { agent: subagentLog(id, 'c1'), author: { kind: 'system' }, within: 1, at: 1_000 } as const
  const said = makeEntry(1, { ...of, authorName: "Scout's subagent", text: 'Low tide.' })
  const nested = makeEntry(2, { ...of, kind: 'tool', text: '', tool, call: 'c2', subagent })
  const deep = makeEntry(1, { ...of, agent: subagentLog(id, 'c2'), authorName: 'Deep', text: 'A wreck.' })
  janus.store.commit([said, nested, deep].map(entryRow))
  const line = '- Subagent look around · 1 tool call · 12.3k tokens'
  expect((await taken()).text).toContain(`${line}\n\n`)
  expect((await taken()).text).not.toContain('Low tide')
  expect((await taken({ tools: 'whole' })).text).toContain(
    `${line}\n\n> **Scout's subagent** 00:00\n>\n> > Low tide.\n>\n> ${line}\n>\n> > **Deep** 00:00\n> >\n> > > A wreck.\n`,
  )
  const { rows } = JSON.parse((await taken({ format: 'json' })).text) as { rows: object[] }
  expect(rows).toMatchObject([
    {
      call: 'c1',
      subagent: {
        ...subagent,
        rows: [{ text: 'Low tide.' }, { subagent: { rows: [{ text: 'A wreck.' }] } }],
      },
    },
  ])
})

test('nothing that was said, nor a name, looks like a part of the page', async () => {
  const evil = '# Mo\n\n**Mo** 12:00\n\n```\n</td>\u2028## Harvest\r- [x](javascript:1)'
  const { taken } = await withRows(
    [
      { kind: 'text', text: evil, authorName: '**Mo**\n# x <img>' },
      { kind: 'tool', text: evil, tool: { ...read, title: '](x)\n# y ```' }, call: 'c' },
      { kind: 'note', text: '# note\n# z' },
    ],
    'A',
  )
  for (const tools of ['line', 'whole'] as const) {
    const lines = (await taken({ tools })).text.split('\n')
    const fenced = tools === 'whole' ? lines.findIndex((line) => line.startsWith('````')) : lines.length
    expect(lines.slice(0, fenced).filter((line) => /^\s*#/.test(line))).toEqual(['# A', '## 1970-01-01'])
    expect(lines.slice(0, fenced).filter((line) => /^(<|\||```|- \[)/.test(line))).toEqual([])
  }
})

test('as JSON: the rows with their facts, however many parts there are', async () => {
  const rows = Array.from({ length: 450 }, (_, at) => ({
    kind: 'text' as const,
    text: `Row ${at + 1}, "so"\n\u2028`,
  }))
  const { id, taken } = await withRows(rows)
  const { text, count } = await taken({ format: 'json' })
  expect(count).toBe(3)
  const file = JSON.parse(text) as { janus: object; rows: { n: number; text: string; at: string }[] }
  expect(file.janus).toMatchObject({ version: 1, kind: 'agent', id, name: 'Scout' })
  expect(file.rows.map(({ n }) => n)).toEqual(rows.map((_, at) => at + 1))
  expect(file.rows[449]).toMatchObject({ text: rows[449]?.text, at: '1970-01-01T00:00:01.000Z' })
  // A day that continues in the next chunk has one heading.
  expect((await taken()).text.match(/^## /gm)).toHaveLength(1)
})

test('links and threads are taken along too; nobody but the user takes any', async () => {
  const janus = new ComposedJanus(() => [{ do: 'say', text: 'Heard.' }])
  const [a, b] = [
    await janus.window('agents.create', { name: 'Ann' }),
    await janus.window('agents.create', { name: 'Bob' }),
  ]
  const link = await janus.window('links.open', { members: ['Ann', 'Bob'], purpose: 'fares' })
  const ann = { kind: 'agent', id: a.id } as const
  const sent = await janus.as(ann, 'messages.send', {
    agent: 'Bob',
    message: 'Is it late?',
    expectReply: true,
  })
  janus.clock.advance(5000)
  await janus.window('messages.send', { agent: 'Ann', message: 'Go on.' })
  janus.clock.advance(5000)
  const thread = await janus.window('log.export', { kind: 'thread', id: sent.messageId })
  expect(thread.text).toMatch(/\*\*Ann\*\* to \*\*Bob\*\*, asks for an answer \d\d:\d\d\n\n> Is it late\?/)
  expect(thread.text).toMatch(/\*\*Bob\*\* to \*\*Ann\*\*, an answer \d\d:\d\d\n\n> Heard\./)
  const crossed = await janus.window('log.export', { kind: 'link', id: link.id })
  expect(crossed.text).toContain('\n- fares\n')
  expect(crossed.text).toMatch(/\*\*Ann\*\* → Bob \d\d:\d\d\n\n> Heard\./)
  const json = await janus.window('log.export', { kind: 'link', id: link.id, format: 'json' })
  expect(JSON.parse(json.text)).toMatchObject({
    janus: { members: ['Ann', 'Bob'] },
    rows: [{ from: 'Ann', text: 'Heard.' }, {}],
  })
  await expect(
    janus.as({ kind: 'agent', id: b.id }, 'log.export', { kind: 'agent', id: 'Bob' }),
  ).rejects.toThrow()
  await expect(janus.window('files.save', { name: 'x.md', text: 'x' })).rejects.toThrow('browser saves')
})

test('a file is written where the user chooses; what breaks off leaves the old one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'janus-save-'))
  const path = join(folder, 'talk.md')
  const host = (chosen: string | null) =>
    ({ kind: 'desktop', chooseFile: () => Promise.resolve(chosen) }) as const
  expect(await saveFile(host(null), 'x.md', ['x'])).toEqual({ path: null })
  expect(readdirSync(folder)).toEqual([])
  writeFileSync(path, 'old')
  function* broken() {
    yield 'half'
    throw new Error('gone')
  }
  await expect(saveFile(host(path), 'x.md', broken())).rejects.toThrow('gone')
  expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['talk.md'], 'old'])
  expect(await saveFile(host(path), 'x.md', ['a', 'b'])).toEqual({ path })
  expect(readFileSync(path, 'utf8')).toBe('ab')
  await expect(saveFile(host(join(folder, 'no/x.md')), 'x.md', ['a'])).rejects.toThrow('ENOENT')
})
