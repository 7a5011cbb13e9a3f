import { describe, expect, test } from 'vitest'
import { subagentLog } from '../../contract/agents/subagents.ts'
import type { AgentId, Entry } from '../../contract/api/model.ts'
import { subagentWords } from '../../testkit/memory/subagent.ts'
import type { SearchResultReport } from '../../contract/api/reports.ts'
import type { z } from 'zod'
import type { requests } from '../../contract/api/requests.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'

/** Each agent says its own name and `lantern`. */
async function among(names: readonly string[]) {
  const ids = new Map<string, AgentId>()
  const named = new Map<AgentId, string>()
  const janus = new ComposedJanus((agent) => [{ do: 'say', text: `lantern of ${named.get(agent) ?? ''}` }])
  for (const name of names) {
    const { id } = await janus.window('agents.create', { name })
    ids.set(name, id)
    named.set(id, name)
  }
  const as = (name: string) => ({ kind: 'agent' as const, id: ids.get(name) ?? 'agt-' })
  const find = async (name: string, input: z.input<(typeof requests)['history.search']>) =>
    janus.as(as(name), 'history.search', input as never)
  const settle = () => janus.clock.advance(5000)
  const write = async (from: string, agent: string, message: string, more: object = {}) => {
    const input = { agent, message, ...more }
    const sent = await (from === 'mo'
      ? janus.window('messages.send', input)
      : janus.as(as(from), 'messages.send', input))
    settle()
    return sent
  }
  return { janus, as, find, write, settle }
}

const texts = ({ items }: { readonly items: readonly SearchResultReport[] }) =>
  items.map(({ text }) => text).sort()

describe('an agent that searches', () => {
  test('finds its own conversation and what it was written, and nothing of a stranger', async () => {
    const { find, write } = await among(['Ann', 'Bob', 'Cat'])
    await write('mo', 'Ann', 'Where is the lantern?')
    await write('mo', 'Cat', 'A lantern for Cat only.')
    await write('Bob', 'Ann', 'My lantern is out.', { expectReply: true })
    expect(texts(await find('Ann', { q: 'lantern' }))).toEqual([
      'My lantern is out.',
      'Where is the lantern?',
      'lantern of Ann',
      'lantern of Ann',
    ])
    expect(texts(await find('Cat', { q: 'lantern' }))).toEqual(['A lantern for Cat only.', 'lantern of Cat'])
  })

  test('is told who, when, and of which exchange; read on by that', async () => {
    const { janus, as, find, write } = await among(['Ann', 'Bob'])
    const { messageId } = await write('Bob', 'Ann', 'Is the quay lit?', { expectReply: true })
    const [result] = (await find('Ann', { q: 'quay' })).items
    expect(result).toMatchObject({
      agent: 'Ann',
      n: 1,
      kind: 'peer',
      from: 'Bob',
      message: messageId,
      at: expect.stringMatching(/^2026-01-01T.*Z$/) as unknown,
      text: 'Is the quay lit?',
      found: ['quay'],
    })
    const { thread, messages } = await janus.as(as('Ann'), 'threads.get', { id: messageId })
    expect([thread, messages.map(({ from }) => from)]).toEqual([messageId, ['Bob', 'Ann']])
  })

  test('looks into others as far as they deal with each other, or the user lets all', async () => {
    const { janus, find, write } = await among(['Ann', 'Bob', 'Cat'])
    await write('mo', 'Bob', 'The pier, says the user.')
    await write('Cat', 'Bob', 'The pier, says Cat.')
    expect((await find('Ann', { q: 'pier' })).items).toEqual([])
    await expect(find('Ann', { q: 'pier', agent: 'Bob' })).rejects.toThrow('open_link first')
    const { id } = await janus.window('links.open', { members: ['Ann', 'Bob'] })
    // What Cat wrote to Bob is hidden from Ann until she is linked with Cat too.
    expect(texts(await find('Ann', { q: 'pier' }))).toEqual(['The pier, says the user.'])
    await janus.window('links.open', { members: ['Ann', 'Cat'] })
    const both = ['The pier, says Cat.', 'The pier, says the user.']
    expect(texts(await find('Ann', { q: 'pier', agent: 'Bob' }))).toEqual(both)
    expect(texts(await find('Ann', { q: 'pier', author: 'Cat' }))).toEqual(['The pier, says Cat.'])
    expect(texts(await find('Ann', { q: 'pier', author: 'user' }))).toEqual(['The pier, says the user.'])
    await janus.window('links.close', { id })
    expect((await find('Ann', { q: 'pier' })).items).toEqual([])
    await janus.window('settings.change', { transcripts: 'all' })
    expect(texts(await find('Ann', { q: 'pier' }))).toEqual(both)
  })

  test('gets full pages, and cannot count what it may not read', async () => {
    const { find, write } = await among(['Ann', 'Cat'])
    for (let n = 0; n < 6; n++) {
      await write('mo', 'Cat', `buoy ${String(n)}`)
      await write('mo', 'Ann', `buoy ${String(n)}`)
    }
    const [first, second] = [
      await find('Ann', { q: 'buoy', limit: 4 }),
      await find('Ann', { q: 'buoy', limit: 4, cursor: 4 }),
    ]
    expect([first.items.length, first.next, second.items.length, second.next]).toEqual([4, 4, 2, null])
    expect(new Set([...first.items, ...second.items].map(({ agent }) => agent))).toEqual(new Set(['Ann']))
    expect(await find('Ann', { q: 'buoy', limit: 6 })).toMatchObject({ next: null })
  })

  test('narrows by time', async () => {
    const { janus, find, write } = await among(['Ann'])
    await write('mo', 'Ann', 'early tide')
    janus.clock.advance(24 * 60 * 60 * 1000)
    await write('mo', 'Ann', 'late tide')
    const day = '2026-01-02'
    expect(texts(await find('Ann', { q: 'tide', before: day }))).toEqual(['early tide'])
    expect(texts(await find('Ann', { q: 'tide', after: day }))).toEqual(['late tide'])
  })
})

describe('what was asked of an agent', () => {
  test('stands beside its answers, with who asked; what is between others stays so', async () => {
    const { janus, as, write } = await among(['Ann', 'Bob', 'Cat'])
    await write('mo', 'Bob', 'Light it.')
    await write('Cat', 'Bob', 'Is it lit?')
    await write('Ann', 'Bob', 'Which lamp?', { expectReply: true })
    await janus.window('links.open', { members: ['Ann', 'Bob'] })
    const { items } = await janus.as(as('Ann'), 'transcript.look', { agent: 'Bob' })
    expect(items?.map(({ kind, from, text, redacted = false }) => [kind, from, text, redacted])).toEqual([
      ['text', 'Bob', 'lantern of Bob', false],
      ['peer', 'Ann', 'Which lamp?', false],
      ['text', 'Bob', 'lantern of Bob', false],
      ['peer', 'Cat', '', true],
      ['text', 'Bob', 'lantern of Bob', false],
      ['user', 'mo', 'Light it.', false],
    ])
    const whole = await janus.as({ kind: 'api' }, 'transcript.look', { agent: 'Bob' })
    expect(whole.items?.map(({ text }) => text)).toContain('Is it lit?')
  })
})

describe('what a subagent said', () => {
  test('the user finds under its call, and reads on request; no agent hears of it', async () => {
    const janus = new ComposedJanus(() => [
      { do: 'tool', call: () => undefined },
      { do: 'say', text: 'Over.' },
    ])
    const { id } = await janus.window('agents.create', { name: 'Ann' })
    const { id: bob } = await janus.window('agents.create', { name: 'Bob' })
    await janus.window('links.open', { members: ['Ann', 'Bob'] })
    await janus.window('messages.send', { agent: 'Ann', message: 'Look around.' })
    janus.clock.advance(5000)
    const { items } = await janus.window('log.page', { channel: { kind: 'agent', id } })
    const call = items.find((row) => 'tool' in row && row.tool?.kind === 'subagent') as Entry
    expect(call.subagent).toEqual({ tools: 0, tokens: 100, end: 'done' })
    const found = await janus.window('history.search', { q: subagentWords, agent: 'Ann' })
    expect(found.items).toMatchObject([{ agent: id, n: call.n, authorName: "Ann's subagent" }])
    expect(await janus.window('history.find', { agent: 'Ann', q: subagentWords })).toMatchObject({
      rows: [call.n],
    })
    const log = subagentLog(id, call.call ?? '')
    const page = await janus.window('log.page', { channel: { kind: 'agent', id: log }, limit: 1 })
    expect(page).toMatchObject({ items: [{ agent: log, n: 1, text: subagentWords }], next: null })
    for (const reader of [id, bob]) {
      const as = { kind: 'agent', id: reader } as const
      expect((await janus.as(as, 'history.search', { q: subagentWords })).items).toEqual([])
      const look = await janus.as(as, 'transcript.look', { agent: 'Ann' })
      expect(JSON.stringify(look)).not.toContain(subagentWords)
      await expect(janus.as(as, 'transcript.look', { agent: log })).rejects.toThrow('No agent has that name')
    }
    expect(janus.engine.state.agents.get(id)?.agent).toMatchObject({ lastLine: 'Over.', finalWords: 1 })
  })
})
