import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../adapters/store/store.ts'
import { keptFolder } from '../../adapters/store/testing/kept-folder.ts'
import { apiRoutes } from '../../contract/api/agents-api.ts'
import type { FeedEvent } from '../../contract/api/feed.ts'
import type { RequestKind } from '../../contract/api/requests.ts'
import type { AgentEffect } from '../../ports/ports.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { memoryWorkspace } from '../../testkit/memory/workspace.ts'

/** Recorded outputs that refactorings must not change; `npx vitest run golden -u` records them again. */
const golden = (name: string): string => join(import.meta.dirname, 'fixtures', name)
/** Replaces the agents' temporary folder. */
const text = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replaceAll(/.tmp.janus-e2e-\w+.work\b/g, '/kept')}\n`
const caller = { kind: 'api' } as const

/** Answers that depend on this machine, files, git or running processes; their own tests check them. */
const ofMachine: ReadonlySet<string> = new Set([
  'app.status',
  'processes.list',
  'conversations.list',
  'changes.list',
  'changes.look',
  'worktrees.plan',
  'worktrees.look',
  'worktrees.output',
  'backups.list',
  'fleet.get',
  'circles.words',
  'gatherings.card',
])

/** Inputs of the routes that need some. */
function inputs(
  janus: ComposedJanus,
  ids: Readonly<Record<string, string>>,
): Partial<Record<RequestKind, object[]>> {
  const agents = [...janus.engine.state.agents.values()].map(({ agent }) => ({ agent: agent.name }))
  const { gathering = '', message = '', link = '' } = ids
  return {
    'history.search': [{ q: 'lamps' }, { q: 'sentence', of: 'words' }],
    'timeline.page': [{}, { kinds: ['gathering'] }],
    'timeline.export': [{}],
    'log.export': [
      { kind: 'agent', id: 'Scout' },
      { kind: 'link', id: link },
      { kind: 'thread', id: message },
    ],
    'transcript.look': agents,
    'messages.written': agents,
    'handlers.list': agents,
    'comments.list': agents,
    'costs.get': [{ days: 3 }],
    'links.crossed': [{ id: link }],
    'gatherings.list': [{ state: 'all' }],
    'gatherings.get': [{ id: gathering }],
    'gatherings.replay': [{ id: gathering, step: 5 }],
    'gatherings.export': [{ id: gathering }],
    'messages.get': [{ id: message }],
    'threads.get': [{ id: message }],
    'tickets.list': [{}, { state: 'answered' }],
    'tickets.get': [{ id: message }],
    'replies.get': [{ id: message }],
  }
}

test('every answer of the API over a kept folder is as it was', async () => {
  const store = openStore(keptFolder(onTestFinished))
  onTestFinished(() => store.close())
  const now = Date.UTC(2026, 11, 1, 12)
  const janus = new ComposedJanus(undefined, undefined, memoryWorkspace(), undefined, { store, now })
  const builder = [...janus.engine.state.agents.values()].find(({ agent }) => agent.name === 'Builder')
  const [asked] = store
    .received(builder?.agent.id ?? 'agt-none', null, 50)
    .filter(({ expectsReply }) => expectsReply)
  const ids = {
    gathering: store.gatherings({ state: 'all', member: null }, 0, 1)[0]?.id ?? '',
    message: asked?.id ?? '',
    link: [...janus.engine.state.links.keys()][0] ?? '',
  }
  const known = inputs(janus, ids)
  const answers: Record<string, unknown> = {}
  for (const { method, kind } of apiRoutes) {
    if (method !== 'GET' || ofMachine.has(kind)) continue
    for (const input of known[kind] ?? [{}])
      answers[`${kind} ${JSON.stringify(input)}`] = await janus.as(caller, kind, input as never)
  }
  await expect(text(answers)).toMatchFileSnapshot(golden('kept-folder.json'))
})

test('what windows are told in an hour, and what is written to the agents, is as it was', async () => {
  const janus = new ComposedJanus(() => [{ do: 'say', text: 'Lit since dusk.\nPASS' }])
  const [told, written] = [[] as FeedEvent[], [] as AgentEffect[]]
  const perform = janus.backend.perform.bind(janus.backend)
  janus.backend.perform = (effect) => {
    if (effect.do === 'agent.write') written.push(effect)
    perform(effect)
  }
  janus.feed.subscribe((event) => told.push(event))
  await anHour(janus)
  await expect(lines(told.map(changes()))).toMatchFileSnapshot(golden('hour-feed.jsonl'))
  await expect(text(written)).toMatchFileSnapshot(golden('hour-written.json'))
})

/** Agents work, ask each other, are linked, set timers, join a gathering, are renamed and closed. */
async function anHour(janus: ComposedJanus): Promise<void> {
  const wait = (minutes: number) => janus.clock.advance(minutes * 60_000)
  const [ann, bob, cat] = [await made(janus, 'Ann'), await made(janus, 'Bob'), await made(janus, 'Cat')]
  await janus.window('messages.send', { agent: 'Ann', message: 'Look after the lamps.' })
  await janus.window('links.open', { members: ['Ann', 'Bob'], mode: 'converse', purpose: 'Agree.' })
  wait(1)
  const asked = { agent: 'Bob', message: 'Is it lit?', expectReply: true }
  await janus.as({ kind: 'agent', id: ann }, 'messages.send', asked)
  await janus.as({ kind: 'agent', id: bob }, 'messages.send', { agent: 'Cat', message: 'It is.' })
  await janus.as({ kind: 'agent', id: cat }, 'heartbeats.set', {
    intent: 'wait',
    note: 'look again',
    inSeconds: 600,
  })
  wait(15)
  await janus.as({ kind: 'agent', id: cat }, 'notices.send', { text: 'The oil runs low.' })
  const { id } = await janus.window('gatherings.convene', {
    topic: 'Lamps',
    question: 'Which oil?',
    structure: [1, 1, 1],
    participants: [{ agent: 'Ann' }, { agent: 'Bob' }],
    harvester: { agent: 'Cat' },
  })
  wait(20)
  await janus.window('agents.change', { agent: 'Bob', name: 'Robert' })
  await janus.window('messages.send', { agent: 'Robert', message: 'Stop there.' })
  await janus.window('agents.interrupt', { agent: 'Robert' })
  wait(20)
  await janus.window('agents.close', { agent: 'Cat' })
  await janus.window('agents.close', { agent: 'Ann', forever: true })
  wait(5)
  expect(janus.engine.state.gatherings.has(id)).toBe(false)
}

const lines = (all: readonly unknown[]): string => all.map((one) => `${JSON.stringify(one)}\n`).join('')

/** Reduces each view to its differences from the previous one. */
function changes(): (event: FeedEvent) => object {
  const before = new Map<string, object>()
  return (event) =>
    Object.fromEntries(
      Object.entries(event).map(([key, value]: [string, unknown]) => {
        if (typeof value !== 'object' || value === null || Array.isArray(value)) return [key, value]
        const about = `${key} ${'id' in value ? String(value.id) : ''}`
        const old: object = before.get(about) ?? {}
        before.set(about, value)
        const isNew = ([name, now]: [string, unknown]): boolean =>
          JSON.stringify(now) !== JSON.stringify(Object.entries(old).find(([other]) => other === name)?.[1])
        return [key, Object.fromEntries(Object.entries(value).filter(isNew))]
      }),
    )
}

const made = async (janus: ComposedJanus, name: string) => (await janus.window('agents.create', { name })).id
