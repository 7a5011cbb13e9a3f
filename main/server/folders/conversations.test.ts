import { expect, test } from 'vitest'
import { expectedAbilities } from '../../contract/agents/kind-abilities.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { allAbilities } from '../../testkit/suites/backend/all-abilities.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'

const api = { kind: 'api' } as const
const agent = { kind: 'agent', id: 'agt-nobody' as AgentId } as const

/** With an imported conversation of two turns. */
function withHistory(): ComposedJanus {
  const janus = new ComposedJanus((_, prompt) => [
    ...(prompt === 'At length' ? [{ do: 'think' as const, ms: 60_000 }] : []),
    { do: 'say', text: `About ${prompt}` },
  ])
  janus.transcripts.set('past-one', [
    { frame: 'frame-1', text: 'Fares for children', final: 'Two.' },
    { frame: 'frame-2', text: 'And for dogs?', final: 'None.' },
  ])
  return janus
}

const rowsOf = async (janus: ComposedJanus, id: string) => (await janus.log('agent', id)).items
const said = async (janus: ComposedJanus, id: string) =>
  (await rowsOf(janus, id)).filter(({ kind }) => kind === 'user' || kind === 'text').map(({ text }) => text)

/** Asks an agent these questions one after another. */
async function asked(janus: ComposedJanus, ...words: readonly string[]): Promise<AgentId> {
  const { id } = await janus.window('agents.create', { name: 'Scout' })
  for (const message of words) {
    await janus.window('messages.send', { agent: id, message })
    janus.clock.advance(5000)
  }
  return id
}

test('what the program has is listed, found by its first words, and opened as a tab once', async () => {
  const janus = withHistory()
  const { items, next, why } = await janus.as(api, 'conversations.list', { q: 'children' })
  expect([next, why]).toEqual([null, null])
  expect(items).toMatchObject([
    {
      id: 'past-one',
      title: 'Fares for children',
      turns: 2,
      tab: null,
      changedAt: expect.stringMatching(/Z$/),
    },
  ])
  const tab = await janus.as(api, 'conversations.open', { id: 'past-one', name: 'Fares' })
  expect(tab).toMatchObject({ name: 'Fares', status: 'asleep', pending: 0 })
  expect(await said(janus, tab.id)).toEqual(['Fares for children', 'Two.', 'And for dogs?', 'None.'])
  const rows = await rowsOf(janus, tab.id)
  expect(rows[0]).toMatchObject({ kind: 'note', note: { kind: 'imported', turns: 2, earlier: 0 } })
  expect(rows.slice(1).every(({ imported }) => imported === true)).toBe(true)
  // The tab has a copy; the original can be resumed again, also with the fields of a new agent.
  const copy = janus.engine.state.agents.get(tab.id)?.agent.conversation ?? ''
  const all = await janus.window('conversations.list', {})
  expect(all.items.find(({ id }) => id === copy)?.tab).toEqual({
    agent: tab.id,
    name: 'Fares',
    closed: false,
  })
  const again = await janus.window('agents.create', { name: 'Other', resume: 'past-one', role: 'counts' })
  expect(again).toMatchObject({ name: 'Other', role: 'counts' })
  expect(again.id).not.toBe(tab.id)
  // Opening it again returns the tab that has it, reopened if it was closed.
  await janus.window('agents.close', { agent: tab.id })
  expect(await janus.window('conversations.open', { id: copy })).toMatchObject({ id: tab.id })
  expect(janus.engine.state.agents.get(tab.id)?.agent.closedAt).toBeNull()
})

test('what was said before is found, wakes nobody and costs nothing; a turn goes on in the copy alone', async () => {
  const janus = withHistory()
  const { id } = await janus.window('conversations.open', { id: 'past-one', name: 'Fares' })
  janus.clock.advance(3_600_000)
  expect(janus.backend.alive).toEqual([])
  expect(janus.engine.state.agents.get(id)?.agent).toMatchObject({
    used: { turns: 0, costUsd: 0 },
    turnNumber: 2,
  })
  const { items } = await janus.window('history.search', { q: 'dogs' })
  expect(items).toMatchObject([{ agentName: 'Fares', kind: 'user' }])
  const entries = (await janus.window('timeline.page', {})).items
  expect(entries.map(({ fact }) => fact.kind)).toEqual(['agent'])
  await janus.window('messages.send', { agent: id, message: 'And cats?' })
  janus.clock.advance(5000)
  expect(janus.transcripts.get('past-one')).toHaveLength(2)
  const copy = janus.engine.state.agents.get(id)?.agent.conversation ?? ''
  expect(janus.transcripts.get(copy)?.map(({ text }) => text)).toEqual([
    'Fares for children',
    'And for dogs?',
    'And cats?',
  ])
})

test('a fork has everything up to the turn of any of its rows; the other tab stays', async () => {
  const janus = withHistory()
  const scout = await asked(janus, 'One', 'Two', 'Three')
  const rows = await rowsOf(janus, scout)
  for (const of of rows.filter(({ text }) => text === 'Two' || text === 'About Two')) {
    const { agent: fork } = await janus.as(api, 'agents.fork', { agent: scout, n: of.n })
    expect(await said(janus, fork.id)).toEqual(['One', 'About One', 'Two', 'About Two'])
    const made = janus.engine.state.agents.get(fork.id)?.agent
    expect(made).toMatchObject({
      forkedFrom: { agent: scout, name: 'Scout' },
      turnNumber: 2,
      lastLine: 'About Two',
    })
    expect(made?.look.hue).toBe(janus.engine.state.agents.get(scout)?.agent.look.hue)
    expect(janus.transcripts.get(made?.conversation ?? '')?.map(({ text }) => text)).toEqual(['One', 'Two'])
  }
  expect(await said(janus, scout)).toHaveLength(6)
  // From a fork, and from an imported conversation, too.
  const fork = janus.engine.state.agents.get(scout)
  const taken = await janus.window('conversations.open', { id: 'past-one', name: 'Fares' })
  const { agent: early } = await janus.window('agents.fork', { agent: taken.id, n: 2 })
  expect(await said(janus, early.id)).toEqual(['Fares for children', 'Two.'])
  expect(janus.engine.state.agents.get(early.id)?.agent.turnNumber).toBe(1)
  expect(fork?.agent.closedAt).toBeNull()
})

test('words of one’s own are edited in a fork that ends before them, the first ones too', async () => {
  const janus = withHistory()
  const scout = await asked(janus, 'One', 'Two')
  const rows = await rowsOf(janus, scout)
  const nOf = (words: string) => rows.find(({ text }) => text === words)?.n ?? 0
  const two = await janus.window('agents.fork', { agent: scout, n: nOf('Two'), edit: true })
  expect(two.draft).toBe('Two')
  expect(await said(janus, two.agent.id)).toEqual(['One', 'About One'])
  const one = await janus.window('agents.fork', { agent: scout, n: nOf('One'), edit: true })
  expect(await said(janus, one.agent.id)).toEqual([])
  expect(janus.engine.state.agents.get(one.agent.id)?.agent.conversed).toBe(false)
  const answer = janus.window('agents.fork', { agent: scout, n: nOf('About One'), edit: true })
  await expect(answer).rejects.toThrow('Only words of yours that began a turn')
  await expect(janus.window('agents.fork', { agent: scout, n: 999 })).rejects.toThrow('has no row 999')
})

test('files are looked at, then taken back, by a process that is woken for it; the transcript says so', async () => {
  const janus = withHistory()
  const scout = await asked(janus, 'One')
  const [row] = (await rowsOf(janus, scout)).filter(({ frame }) => frame !== undefined)
  janus.backend.changed.set(row?.frame ?? '', ['/a.txt', '/b.txt'])
  const of = { agent: scout, n: row?.n ?? 0 }
  janus.clock.advance(3_600_000)
  expect(janus.backend.alive).toEqual([])
  const looked = janus.as(api, 'agents.undoFiles', of)
  janus.clock.advance(1000)
  expect(await looked).toMatchObject({ isDone: false, files: ['/a.txt', '/b.txt'] })
  expect(await janus.as(api, 'agents.undoFiles', { ...of, do: true })).toMatchObject({ isDone: true })
  expect((await rowsOf(janus, scout)).at(-1)).toMatchObject({
    note: { kind: 'filesUndone', files: ['/a.txt', '/b.txt'] },
  })
  await janus.window('messages.send', { agent: scout, message: 'At length' })
  janus.clock.advance(1000)
  await expect(janus.window('agents.undoFiles', of)).rejects.toThrow('Scout works')
})

test('what cannot be is refused in words, and none of it is an agent’s', async () => {
  const janus = withHistory()
  await expect(janus.window('conversations.open', { id: 'nothing' })).rejects.toThrow(
    'There is no conversation of the id',
  )
  await expect(janus.as(agent, 'conversations.list', {})).rejects.toThrow('Only the user')
  const lax = await janus.window('agents.create', { name: 'Lax', permissionMode: 'acceptEdits' })
  await expect(janus.as(api, 'agents.fork', { agent: lax.id, n: 1 })).rejects.toThrow(
    'Only the window can let',
  )
  await expect(janus.as(agent, 'conversations.open', { id: 'past-one' })).rejects.toThrow('Only the user')
  const gemini = await janus.window('agents.create', { name: 'Gem', kind: 'gemini' })
  await expect(janus.window('agents.fork', { agent: gemini.id, n: 1 })).rejects.toThrow(
    'Copies are not possible',
  )
  await expect(janus.window('agents.undoFiles', { agent: gemini.id, n: 1 })).rejects.toThrow(
    'Cannot restore files',
  )
  const scout = await asked(janus, 'One', 'Two')
  const { conversation = '' } = janus.engine.state.agents.get(scout)?.agent ?? {}
  janus.transcripts.set(conversation, [])
  const lost = janus.window('agents.fork', { agent: scout, n: 1 })
  await expect(lost).rejects.toThrow('not in its present conversation any more')
})

test('where a program cannot copy, a tab goes on in the original only if that was meant, and says so', async () => {
  const janus = new ComposedJanus(undefined, undefined, undefined, (kind) => ({
    ...allAbilities,
    resumesHistory: expectedAbilities[kind].resumesHistory,
  }))
  janus.transcripts.set('past-one', [{ frame: 'frame-1', text: 'Fares for children', final: 'Two.' }])
  expect(await janus.window('conversations.list', { kind: 'copilot' })).toMatchObject({
    resumeMode: 'original',
  })
  expect(await janus.window('conversations.list', { kind: 'codex' })).toMatchObject({ resumeMode: 'copy' })
  expect(await janus.window('conversations.list', { kind: 'gemini' })).toEqual({
    items: [],
    next: null,
    resumeMode: null,
    folder: null,
    why: 'Gemini keeps no list of conversations that Janus can read: a new tab begins again.',
  })
  const of = { id: 'past-one', kind: 'copilot' } as const
  await expect(janus.as(api, 'conversations.open', of)).rejects.toThrow(
    'Copilot cannot copy a conversation: a tab continues the original itself.',
  )
  const { id } = await janus.as(api, 'conversations.open', { ...of, original: true })
  expect(janus.engine.state.agents.get(id)?.agent.conversation).toBe('past-one')
  const [note] = await rowsOf(janus, id)
  expect(note?.text).toContain('This tab continues that conversation itself')
  // Opening it again returns the tab that has it.
  expect(await janus.as(api, 'conversations.open', of)).toMatchObject({ id })
})

test('a conversation is deleted where its program can and no tab has it', async () => {
  const janus = new ComposedJanus(undefined, undefined, undefined, (kind) => ({
    ...allAbilities,
    resumesHistory: expectedAbilities[kind].resumesHistory,
  }))
  janus.transcripts.set('past-one', [{ frame: 'frame-1', text: 'Fares for children', final: 'Two.' }])
  janus.transcripts.set('past-two', [{ frame: 'frame-2', text: 'Fares for dogs', final: 'None.' }])
  const remove = (id: string, kind: 'copilot' | 'codex') =>
    janus.as(api, 'conversations.delete', { id, kind })
  await expect(remove('past-one', 'codex')).rejects.toThrow(
    'Codex does not let Janus delete its conversations.',
  )
  const open = { id: 'past-one', kind: 'copilot', original: true, name: 'Fares' } as const
  const { id } = await janus.as(api, 'conversations.open', open)
  await expect(remove('past-one', 'copilot')).rejects.toThrow('The tab Fares has this conversation.')
  await janus.window('agents.close', { agent: id })
  await expect(remove('past-one', 'copilot')).rejects.toThrow('The closed tab Fares has this conversation.')
  expect(await remove('past-two', 'copilot')).toEqual({ deleted: true })
  const { items } = await janus.as(api, 'conversations.list', { kind: 'copilot' })
  expect(items.map((item) => item.id)).toEqual(['past-one'])
  await expect(remove('past-two', 'copilot')).rejects.toThrow('There is no conversation of the id past-two')
  await expect(janus.as(agent, 'conversations.delete', open)).rejects.toThrow('Only the user')
})
