import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../adapters/store/store.ts'
import { keptFolder } from '../adapters/store/testing/kept-folder.ts'
import { apiRoutes } from '../contract/agents-api.ts'
import type { RequestKind } from '../contract/requests.ts'
import { ComposedJanus } from '../testing/composed.ts'
import { memoryWorkspace } from '../testing/memory-workspace.ts'

/** What stays the same, word for word, while the code behind it moves: `npx vitest run golden -u` keeps it again. */
const golden = (name: string): string => join(import.meta.dirname, 'fixtures', `${name}.json`)
/** Without the folder in which the agents worked. */
const text = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replaceAll(/.tmp.janus-e2e-\w+.work\b/g, '/kept')}\n`
const caller = { kind: 'api' } as const

/** Answers that are made of this machine, of git or of what runs: their own tests hold them. */
const ofMachine: ReadonlySet<string> = new Set([
  ...['app.status', 'processes.list', 'conversations.list', 'changes.list', 'changes.look'],
  ...['worktrees.plan', 'worktrees.look', 'backups.list', 'fleet.get', 'circles.words'],
])

/** What is asked for at each route that needs to be told. */
function inputs(
  janus: ComposedJanus,
  ids: Readonly<Record<string, string>>,
): Partial<Record<RequestKind, object[]>> {
  const agents = [...janus.engine.state.agents.values()].map(({ agent }) => ({ agent: agent.name }))
  const { gathering = '', message = '', ticket = '', link = '', card = '' } = ids
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
    'costs.get': [{ days: 3 }],
    'links.crossed': [{ id: link }],
    'gatherings.list': [{ state: 'all' }],
    'gatherings.get': [{ id: gathering }],
    'gatherings.replay': [{ id: gathering, step: 5 }],
    'gatherings.export': [{ id: gathering }],
    'gatherings.card': card === '' ? [] : [{ id: gathering, card }],
    'messages.get': [{ id: message }],
    'threads.get': [{ id: message }],
    'tickets.list': [{}, { state: 'answered' }],
    'tickets.get': [{ id: ticket }],
    'replies.get': [{ id: ticket }],
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
    ...{ message: asked?.id ?? '', ticket: asked?.id ?? '' },
    link: [...janus.engine.state.links.keys()][0] ?? '',
  }
  const known = inputs(janus, ids)
  const answers: Record<string, unknown> = {}
  for (const { method, kind } of apiRoutes) {
    if (method !== 'GET' || ofMachine.has(kind)) continue
    for (const input of known[kind] ?? [{}])
      answers[`${kind} ${JSON.stringify(input)}`] = await janus.as(caller, kind, input as never)
  }
  await expect(text(answers)).toMatchFileSnapshot(golden('kept-folder'))
})
