import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ClaudeSessionList } from './session-list.ts'

const jsonl = (...lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
const prompt = (content: string, cwd: string) => ({
  type: 'user',
  uuid: randomUUID(),
  cwd,
  message: { content },
})

/** A config folder; `put` writes a conversation of a folder that is this many seconds old. */
async function sessionList() {
  const config = await mkdtemp(join(tmpdir(), 'janus-sessionList-'))
  onTestFinished(() => rm(config, { recursive: true, force: true }))
  const put = async (cwd: string, age: number, text: string): Promise<string> => {
    const id = randomUUID()
    const project = join(config, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'))
    await mkdir(project, { recursive: true })
    const path = join(project, `${id}.jsonl`)
    await writeFile(path, text)
    const at = Date.now() / 1000 - age
    await utimes(path, at, at)
    return id
  }
  return { config, put, sessionList: new ClaudeSessionList(config) }
}
const query = { folder: '/ferry', words: '', offset: 0, limit: 100 }

test('those of the folder come first, newest first, then the others; empty ones and others’ files are none', async () => {
  const { config, put, sessionList: own } = await sessionList()
  const ids = [
    await put('/ferry', 50, jsonl({ type: 'mode' }, prompt('older', '/ferry'))),
    await put(
      '/ferry',
      10,
      jsonl(prompt('  newer\n words ', '/ferry'), { type: 'custom-title', customTitle: 'Fares' }),
    ),
    await put('/boats', 1, jsonl(prompt('elsewhere', '/boats'))),
  ]
  await put('/ferry', 5, jsonl({ type: 'summary', summary: 'nothing was said' }))
  await writeFile(
    join(config, 'projects', '-ferry', 'agent-1.jsonl'),
    jsonl(prompt('of a sub-agent', '/ferry')),
  )
  const { items, isMore } = await own.list(query)
  expect(items.map(({ title, folder }) => [title, folder])).toEqual([
    ['Fares', '/ferry'],
    ['older', '/ferry'],
    ['elsewhere', '/boats'],
  ])
  expect(items.map(({ id }) => id)).toEqual([ids[1], ids[0], ids[2]])
  expect(isMore).toBe(false)
  expect(await own.list({ ...query, offset: 1, limit: 1 })).toMatchObject({
    items: [{ title: 'older' }],
    isMore: true,
  })
  expect((await own.list({ ...query, words: 'BOATS else' })).items).toMatchObject([{ title: 'elsewhere' }])
  expect(await new ClaudeSessionList(join(config, 'nothing')).list(query)).toEqual({
    items: [],
    isMore: false,
  })
})

test('of a gigabyte only the ends are read; its turns are told by the CLI’s own count', async () => {
  const { config, put, sessionList: own } = await sessionList()
  const id = await put('/ferry', 1, jsonl(prompt('the first words', '/ferry')))
  const file = await open(join(config, 'projects', '-ferry', `${id}.jsonl`), 'r+')
  const size = 2 ** 30
  const end = `\n${jsonl({ ...prompt('late', '/ferry'), turnPosition: { promptIndex: 0, turnIndex: 4711 } })}`
  await file.write(end, size - end.length)
  await file.close()
  const began = performance.now()
  const { items } = await own.list(query)
  expect(items).toMatchObject([{ title: 'the first words', turns: 4711, bytes: size }])
  // Reading the whole file would take much longer, and possibly too much memory.
  expect(performance.now() - began).toBeLessThan(2000)
})

test('what holds nothing that was said, or is not there, is refused in words, and no copy stays', async () => {
  const { config, put, sessionList: own } = await sessionList()
  const strange = await put('/ferry', 1, jsonl({ format: 9, turns: [] }))
  const files = await readdir(join(config, 'projects', '-ferry'))
  await expect(own.takeUp(strange)).rejects.toThrow(
    'holds nothing that was said: it is damaged, or of a version',
  )
  expect(await readdir(join(config, 'projects', '-ferry'))).toEqual(files)
  await expect(own.takeUp(randomUUID())).rejects.toThrow('There is no conversation of that id')
  await expect(own.takeUp('../../etc/passwd')).rejects.toThrow('There is no conversation of that id')
  expect(await own.look('..')).toBeNull()
  const torn = await put('/ferry', 1, `${jsonl(prompt('whole', '/ferry'))}{"type":"user","mess\nnot json\n`)
  const { past } = await own.takeUp(torn)
  expect(past).toMatchObject({ turns: 1, damaged: 2 })
})

test('a conversation that an agent of Janus has had is listed and taken up by the user’s words alone', async () => {
  const { put, sessionList: own } = await sessionList()
  const note = '[From agent "Bob"]:\nI am done.\n\n[Janus: end of notes. What follows has its own header.]'
  const lines = jsonl(prompt(note, '/ferry'), prompt('[From your user]:\nRun the tests', '/ferry'))
  const id = await put('/ferry', 1, lines)
  expect((await own.list(query)).items).toMatchObject([{ title: 'Run the tests' }])
  const { past } = await own.takeUp(id)
  expect(past.rows.map(({ said }) => ('text' in said ? said.text : ''))).toEqual([note, 'Run the tests'])
})

test('what subagents said is taken along behind their calls, nested ones too; what cannot be read is left out', async () => {
  const { config, put, sessionList: own } = await sessionList()
  const part = (content: object, usage: object = {}) => ({
    type: 'assistant',
    isSidechain: true,
    timestamp: '2026-11-30T10:00:00Z',
    message: { content: [content], usage },
  })
  const call = (id: string) => part({ type: 'tool_use', id, name: 'Agent', input: { description: 'look' } })
  const text = (words: string) => part({ type: 'text', text: words }, { input_tokens: 40, output_tokens: 2 })
  const own1 = { ...call('c1'), isSidechain: false }
  const id = await put(
    '/ferry',
    1,
    jsonl(prompt('look', '/ferry'), own1, { ...text('over'), isSidechain: false }),
  )
  const folder = join(config, 'projects', '-ferry', id, 'subagents')
  await mkdir(folder, { recursive: true })
  const keep = async (name: string, about: object, lines: string) => {
    await writeFile(join(folder, `${name}.meta.json`), JSON.stringify(about))
    await writeFile(join(folder, `${name}.jsonl`), lines)
  }
  await keep(
    'agent-1',
    { toolUseId: 'c1', finished: true },
    jsonl(prompt('the task', '/'), call('c2'), text('found')),
  )
  await keep('agent-2', { toolUseId: 'c2' }, `${jsonl(text('deep'))}{"type":"assi`)
  await keep('agent-3', { toolUseId: 'c9' }, jsonl(text('of nobody')))
  await writeFile(join(folder, 'agent-4.meta.json'), 'no json')
  const { past } = await own.takeUp(id)
  expect(
    past.rows.map(({ said, within }) => [
      within?.call,
      within?.tokens,
      said.kind === 'tool' ? said.call : said.kind === 'result' ? said.end : 'text' in said && said.text,
    ]),
  ).toEqual([
    [undefined, undefined, 'look'],
    [undefined, undefined, 'c1'],
    ['c1', 0, 'c2'],
    ['c2', 42, 'deep'],
    ['c2', 42, 'stopped'],
    ['c1', 42, 'found'],
    ['c1', 42, 'done'],
    [undefined, undefined, 'over'],
  ])
})
