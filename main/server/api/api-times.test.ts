import { userKey } from '../../contract/mail/authors.ts'
import { arrival } from '../../testkit/factories/machines.ts'
import { pngOf } from '../../testkit/factories/attachments.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiRoutes } from '../../contract/api/agents-api.ts'
import type { FileChange, WorktreeLook } from '../../contract/folders/changes.ts'
import type { GatheringReport } from '../../contract/api/reports.ts'
import type { Page } from '../../contract/api/views.ts'
import { makeRepository } from '../../adapters/git/testing/repository.ts'
import { realWorkspace } from '../../testkit/changing-janus.ts'
import { serveDomain, type ServedDomain } from '../../testkit/served/served-domain.ts'

/**
 * Every kind of answer of the agents API, from a Janus in which everything there is has happened: no time in it is a
 * number.
 */
let served: ServedDomain
const repository = makeRepository({ 'a.txt': 'a\n' })
/** Answers by `METHOD /path` of the route. */
const answers = new Map<string, unknown>()

beforeAll(async () => {
  served = await serveDomain(
    ['Ann', 'Bob', 'Cat', 'Pen', 'Har'],
    (_, prompt) => [
      {
        do: 'say',
        text: prompt.includes('[Janus: harvest of ')
          ? '## Decided\n- Yes.\n## Open\n## Dissent\n## Next\n```todo\nDo it\n```\n```todo\nAnd that\n```'
          : 'Some words.\nPASS',
      },
    ],
    () => realWorkspace(repository.home, repository.environment, () => 0),
  )
  // Some requests wait for the process of an agent, and the clock goes on only between two of them.
  await ask('user', 'PATCH', '/settings', { sleepAfter: 24 * 60 * 60 })
  await talk()
  await work()
  await handle()
  await gather()
  await arrange()
  await oversee()
})
afterAll(async () => {
  await served.close()
  repository.remove()
})

/** Asks, lets what follows from it happen, and keeps the answer under its route. */
async function ask<T>(who: string, method: string, route: string, body?: object, to = ''): Promise<T> {
  const answer = await served.call(who, method, to || route, body)
  expect([route, answer.status, answer.code]).toEqual([route, 200, undefined])
  answers.set(`${method} ${route.replace(/\?.*/, '')}`, answer.body)
  served.janus.clock.advance(5000)
  return answer.body as T
}

async function talk(): Promise<void> {
  const link = await ask<{ id: string }>('user', 'POST', '/links', {
    members: ['Ann', 'Bob'],
    purpose: 'x',
  })
  await ask('user', 'POST', '/agents/:agent/message', { message: 'words' }, '/agents/Ann/message')
  const data = pngOf(2, 2).toString('base64')
  await ask('user', 'POST', '/attachments', { name: 'quay.png', data })
  const asked = { message: 'and words?', expectReply: true }
  const to = '/agents/Bob/message'
  const { messageId: id } = await ask<{ messageId: string }>(
    'Cat',
    'POST',
    '/agents/:agent/message',
    asked,
    to,
  )
  const payload = { ticketId: id, payload: 'More of it.' }
  await ask('Bob', 'POST', '/replies', payload)
  for (const route of ['/messages/:id', '/tickets/:id', '/replies/:id', '/threads/:id'])
    await ask('user', 'GET', route, undefined, route.replace(':id', id))
  await ask('user', 'GET', '/threads/:id/export', undefined, `/threads/${id}/export?format=json`)
  await ask('Cat', 'GET', '/tickets')
  await ask('user', 'GET', '/history', undefined, '/history?q=words')
  await ask('user', 'GET', '/agents/:agent/transcript', undefined, '/agents/Ann/transcript')
  const path = `/links/${link.id}`
  await ask('user', 'GET', '/links/:id/crossings', undefined, `${path}/crossings`)
  await ask('user', 'GET', '/links/:id/export', undefined, `${path}/export?format=json`)
  await ask('user', 'GET', '/agents/:id/export', undefined, '/agents/Ann/export?format=json')
  await ask('user', 'PATCH', '/links/:id', { mode: 'absorb' }, path)
  await ask('user', 'DELETE', '/links/:id', undefined, path)
  await ask('user', 'GET', '/links')
}

/** What is done to one agent beside its talk. */
async function handle(): Promise<void> {
  const ref = (verb: string) => ['user', 'POST', `/agents/:agent/${verb}`, {}, `/agents/Tim/${verb}`] as const
  await ask('user', 'POST', '/agents', { name: 'Tim', cwd: repository.folder })
  await ask(...ref('interrupt'))
  await ask(...ref('restart'))
  await ask('user', 'DELETE', '/agents/:agent', undefined, '/agents/Tim')
  await ask(...ref('reopen'))
}

/** Files that were changed, and worktrees. */
async function work(): Promise<void> {
  const { folder: cwd, put } = repository
  const make = (name: string, more: object) => ask('user', 'POST', '/agents', { name, cwd, ...more })
  await make('Wim', {})
  put('a.txt', 'b\n')
  const route = '/agents/:agent/changes'
  const to = '/agents/Wim/changes'
  await ask('user', 'GET', route, undefined, `${to}?span=commit`)
  const { revert } = await ask<FileChange>(
    'user',
    'GET',
    `${route}/file`,
    undefined,
    `${to}/file?span=commit&path=a.txt`,
  )
  const hash = revert.can ? revert.hash : ''
  const of = { span: 'commit', path: 'a.txt', hash }
  const { copy } = await ask<{ copy: string }>('user', 'POST', `${route}/revert`, of, `${to}/revert`)
  await ask('user', 'POST', `${route}/put-back`, { copy }, `${to}/put-back`)
  await ask(
    'user',
    'GET',
    '/worktrees/plan',
    undefined,
    `/worktrees/plan?name=Yan&folder=${encodeURIComponent(cwd)}`,
  )
  await make('Yan', { worktree: true })
  const tree = '/agents/:agent/worktree'
  const look = await ask<WorktreeLook>('user', 'GET', tree, undefined, '/agents/Yan/worktree')
  await ask('user', 'POST', `${tree}/throw-away`, { hash: look.hash }, '/agents/Yan/worktree/throw-away')
  await make('Zoe', { worktree: true })
  await ask('user', 'POST', `${tree}/bring-back`, {}, '/agents/Zoe/worktree/bring-back')
}

/** What the user sets beside the talk: caps, rules, and all that passed. */
async function oversee(): Promise<void> {
  await ask('user', 'GET', '/status')
  await ask('user', 'GET', '/about')
  await ask('user', 'GET', '/licences')
  served.janus.downloads.become({ kind: 'installed' })
  await ask('user', 'POST', '/programs/:kind', {}, '/programs/claude')
  await ask('user', 'DELETE', '/programs/:kind', undefined, '/programs/claude')
  await ask('user', 'POST', '/updates/check', {})
  await ask('user', 'POST', '/updates/restart', { when: 'idle' })
  await ask('user', 'POST', '/links/preview', { members: ['Ann', 'Bob'] })
  await ask('user', 'PATCH', '/budget', { day: { usd: 100, tokens: null } })
  await ask('user', 'GET', '/budget')
  await ask('user', 'GET', '/costs')
  await ask('user', 'POST', '/budget/go-on', { of: 'day', usd: 1 })
  const rule = { name: 'Notes', then: { kind: 'respond', text: 'Later.' } }
  const path = '/agents/Ann/handlers'
  const { id } = await ask<{ id: string }>('user', 'POST', '/agents/:agent/handlers', rule, path)
  await ask('user', 'POST', '/agents/:agent/handlers/try', { then: rule.then }, `${path}/try`)
  await ask('user', 'PATCH', '/agents/:agent/handlers/:id', { on: true }, `${path}/${id}`)
  const words = { message: 'A note.' }
  const { messageId } = await ask<{ messageId: string }>(
    'Bob',
    'POST',
    '/agents/:agent/message',
    words,
    '/agents/Ann/message',
  )
  await ask('user', 'POST', '/messages/:id/hand-over', {}, `/messages/${messageId}/hand-over`)
  await ask('user', 'GET', '/agents/:agent/handlers', undefined, path)
  await ask('user', 'DELETE', '/agents/:agent/handlers/:id', undefined, `${path}/${id}`)
  await ask('user', 'GET', '/timeline')
  await ask('user', 'GET', '/timeline/export', undefined, '/timeline/export?format=json')
}

async function gather(): Promise<void> {
  const plan = {
    topic: 'Names',
    question: 'Which words?',
    structure: [1, 1, 1],
    harvester: { agent: 'Pen' },
    participants: [{ agent: 'Ann' }, { agent: 'Bob' }],
    user: { number: 3 },
  }
  await ask('user', 'POST', '/gatherings/preview', plan)
  const { id } = await ask<GatheringReport>('user', 'POST', '/gatherings', plan)
  const path = `/gatherings/${id}`
  await ask('user', 'POST', '/gatherings/:id/say', { text: 'Mine.' }, `${path}/say`)
  await ask('user', 'POST', '/gatherings/:id/pass', { silent: true }, `${path}/pass`)
  await ask('user', 'POST', '/gatherings/:id/pause', {}, `${path}/pause`)
  await ask('user', 'POST', '/gatherings/:id/join', { agent: 'Cat' }, `${path}/join`)
  await ask('user', 'DELETE', '/agents/:agent', undefined, '/agents/Pen')
  await ask('user', 'POST', '/gatherings/:id/harvester', { agent: 'Har' }, `${path}/harvester`)
  await ask('user', 'POST', '/gatherings/:id/close', {}, `${path}/close`)
  served.janus.clock.advance(60_000)
  const closed = await ask<GatheringReport>('user', 'GET', '/gatherings/:id', undefined, path)
  expect([closed.state, closed.harvest]).toEqual(['closed', expect.stringContaining('Decided') as string])
  const card = served.janus.store.gathering(id)?.harvest?.cards[0]?.id ?? ''
  await ask('user', 'GET', '/gatherings/:id/cards/:card', undefined, `${path}/cards/${card}`)
  const no = { decision: 'refuse' }
  await ask('user', 'POST', '/gatherings/:id/cards/:card', no, `${path}/cards/${card}`)
  await ask('user', 'GET', '/gatherings/:id/export', undefined, `${path}/export`)
  await ask('user', 'GET', '/gatherings')
  await ask('user', 'GET', '/gatherings/:id/replay', undefined, `${path}/replay`)
  const utterance = closed.utterances.find(({ kind }) => kind === 'said' || kind === 'passed')?.id
  const fork = await ask<GatheringReport>(
    'user',
    'POST',
    '/gatherings/:id/fork',
    { utterance },
    `${path}/fork`,
  )
  await ask('user', 'POST', '/gatherings/:id/close', {}, `/gatherings/${fork.id}/close`)
  served.janus.clock.advance(60_000)
}

async function arrange(): Promise<void> {
  const timer = { intent: 'check', note: 'look', inSeconds: 600, about: 'Ann' }
  const { id } = await ask<{ id: string }>('Bob', 'POST', '/heartbeats', timer)
  await ask('user', 'GET', '/heartbeats')
  await ask('user', 'PATCH', '/heartbeats/:id', { action: 'delay' }, `/heartbeats/${id}`)
  await ask('user', 'DELETE', '/heartbeats/:id', undefined, `/heartbeats/${id}`)
  const rhythm = { name: 'short', structure: [1, 1, 1], beatsPerTurn: 1, beatIntervalSeconds: 10 }
  await ask('user', 'POST', '/rhythms', rhythm)
  await ask('user', 'GET', '/rhythms')
  await ask('user', 'POST', '/stop', {})
  await ask('user', 'GET', '/settings')
  await ask('user', 'GET', '/processes')
  await ask('user', 'GET', '/refused')
  await ask('user', 'GET', '/fleet')
  await sitElsewhere()
  await ask('user', 'POST', '/agents/:agent/seat', { take: false }, '/agents/Ann/seat')
  await ask('user', 'GET', '/agents/:agent/written', undefined, '/agents/Ann/written')
  await ask('user', 'POST', '/fleet', { name: 'attic', address: 'attic.local:4222' })
  await ask('user', 'POST', '/fleet/machines', { name: 'barn', out: '/tmp/barn.json' })
  await ask('user', 'POST', '/fleet/join', { file: '/tmp/barn.json' })
  await ask('user', 'DELETE', '/fleet/machines/:name', undefined, '/fleet/machines/barn')
  for (const how of ['POST', 'GET']) await ask('user', how, '/backups', how === 'POST' ? {} : undefined)
  await ask('user', 'POST', '/go-on', {})
  await ask('user', 'PATCH', '/settings', { theme: 'dark' })
  await ask('user', 'POST', '/agents', { name: 'Dan', cwd: served.folder })
  await ask('user', 'PATCH', '/agents/:agent', { role: 'x' }, '/agents/Dan')
  await ask('user', 'DELETE', '/agents/:agent', undefined, '/agents/Dan')
  await ask('user', 'GET', '/agents')
  const page = await ask<Page<{ id: string }>>('user', 'GET', '/conversations')
  const past = page.items[0]?.id ?? ''
  await ask('user', 'POST', '/conversations/:id/open', {}, `/conversations/${past}/open`)
  const { items } = await served.janus.log('agent', served.id('Ann'))
  const n = items.find(({ frame }) => frame !== undefined)?.n ?? 0
  await ask('user', 'POST', '/agents/:agent/fork', { n }, '/agents/Ann/fork')
  served.janus.backend.changed.set(items.find((row) => row.n === n)?.frame ?? '', ['/a.txt'])
  const undo = served.call('user', 'POST', '/agents/Ann/undo-files', { n })
  served.janus.clock.advance(5000)
  answers.set('POST /agents/:agent/undo-files', (await undo).body)
  await ask('user', 'POST', '/roles', { role: { name: 'Pilot', instructions: 'Steer.' } })
  await ask('user', 'DELETE', '/roles/:role', undefined, '/roles/Pilot')
  await ask('user', 'POST', '/roles/restore', {})
  await ask('user', 'GET', '/roles')
  await ask('user', 'POST', '/groups', { name: 'Crew', members: ['Ann', 'Bob'] })
  await ask('user', 'PATCH', '/groups/:group', { members: ['Ann', 'Cat'] }, '/groups/Crew')
  await ask('Bob', 'POST', '/groups/:group/message', { message: 'Hello.' }, '/groups/Crew/message')
  await ask('user', 'GET', '/groups')
  await ask('user', 'DELETE', '/groups/:group', undefined, '/groups/Crew')
  await ask('Ann', 'POST', '/notices', { text: 'The tests fail.' })
  const wish = await ask<{ id: string }>('Ann', 'POST', '/tabs', { name: 'Eve' })
  await ask('user', 'POST', '/tabs/:id/open', {}, `/tabs/${wish.id}/open`)
}

/** The user's turn in a circle of another machine. */
async function sitElsewhere(): Promise<void> {
  const { engine } = served.janus
  await engine.command({ type: 'machines.known', self: 'attic', others: ['barn'] })
  const gathering = 'gat-0123456789'
  const seat = { gathering, topic: 'Which port?', by: 'Ann', member: userKey, seated: true }
  await engine.command(arrival(1, 'seat', seat))
  const words = {
    id: 'msg-there00001',
    from: { kind: 'user', name: 'the circle' },
    to: userKey,
    body: 'Your turn.',
    priority: 'normal',
    expectsReply: true,
    isReply: false,
    replyTo: null,
    depth: 0,
    metadata: {},
    seat: { gathering, as: 'ask', number: null, turn: { id: 'grt-0123456789', beat: 0, beats: 0 } },
  }
  await engine.command(arrival(2, 'mail', words))
  const at = `/fleet/circles/${gathering}@barn`
  await ask('user', 'POST', '/fleet/circles/:circle/seat', { take: true }, `${at}/seat`)
  const { items } = await ask<Page<{ id: string }>>(
    'user',
    'GET',
    '/fleet/circles/:circle/words',
    undefined,
    `${at}/words`,
  )
  await ask('user', 'POST', '/fleet/circles/:circle/seen', {}, `${at}/seen`)
  const said = { turn: items[0]?.id, text: 'Nine thousand.' }
  await ask('user', 'POST', '/fleet/circles/:circle/say', said, `${at}/say`)
  await ask('user', 'GET', '/fleet/circles/:id/export', undefined, `${at}/export?format=json`)
}

/** Fields of an answer that are times and numbers: by their name, or because no other number is so large. */
function numbersOfTimes(value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => numbersOfTimes(one, `${path}[${String(at)}]`))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, field]) => {
    const isTime =
      (/^(?:at|since|until|stopped)$|[a-z](?:At|Since|Until)$/.test(name) && name !== 'problemAt') ||
      Number(field) > 1e11
    const here = `${path}.${name}`
    return typeof field === 'number' && isTime ? [here] : numbersOfTimes(field, here)
  })
}

test.each([...new Set(apiRoutes.map(({ kind }) => kind))])('%s was answered', (kind) => {
  const routes = apiRoutes.filter((route) => route.kind === kind)
  expect(routes.some(({ method, path }) => answers.has(`${method} ${path}`))).toBe(true)
})

test('no time is a number', () => {
  expect([...answers].flatMap(([route, answer]) => numbersOfTimes(answer, route))).toEqual([])
})

test('what is said of a time is ISO 8601 in UTC', () => {
  const { items } = answers.get('GET /history') as Page<{ at: string }>
  expect(items.length).toBeGreaterThan(1)
  for (const { at } of items) expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
})
