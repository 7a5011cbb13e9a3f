import { beforeEach, expect, test } from 'vitest'
import type { FeedEvent } from '../../contract/api/feed.ts'
import type { AgentId, Entry } from '../../contract/api/model.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'

let janus: ComposedJanus
let ann: AgentId
let bob: AgentId
let told: FeedEvent[]
beforeEach(async () => {
  janus = new ComposedJanus(() => [{ do: 'say', text: 'Done.' }])
  ann = (await janus.window('agents.create', { name: 'Ann' })).id
  bob = (await janus.window('agents.create', { name: 'Bob' })).id
  told = []
  janus.feed.subscribe((event) => told.push(event))
})

test('rows of a conversation come with the numbers of their turns, told and asked for', async () => {
  for (const message of ['One.', 'Two.']) {
    await janus.window('messages.send', { agent: 'Ann', message })
    janus.clock.advance(5000)
  }
  const rows = told
    .flatMap((event) =>
      event.kind === 'rows' && event.channel.kind === 'agent' ? (event.rows as readonly Entry[]) : [],
    )
    .map(({ kind, turnNumber }) => [kind, turnNumber])
  expect(rows.filter(([kind]) => kind === 'text')).toEqual([
    ['text', 1],
    ['text', 2],
  ])
  const { items } = await janus.log('agent', ann)
  expect(items.map(({ kind, turnNumber }) => [kind, turnNumber])).toEqual(rows)
})

test('anyone who answers a peer says whom while it works, and nobody where it answers the user', async () => {
  const heard = () => {
    const views = told.flatMap((event) =>
      event.kind === 'agent' && event.agent.id === ann ? event.agent : [],
    )
    return [...new Set(views.map(({ status, answering }) => `${status}: ${answering.join(', ')}`))]
  }
  await janus.as({ kind: 'agent', id: bob }, 'messages.send', { agent: 'Ann', message: 'Is it lit?' })
  janus.clock.advance(5000)
  expect(heard()).toContain('working: Bob')
  expect(heard()).not.toContain('working: ')
  expect(heard().at(-1)).toBe('idle: ')
  told = []
  await janus.window('messages.send', { agent: 'Ann', message: 'And now?' })
  janus.clock.advance(5000)
  expect(heard()).toContain('working: ')
  expect(heard()).not.toContain('working: Bob')
})

test('a link is told again when a member sits down in a gathering, and when that is over', async () => {
  for (const name of ['Cat', 'Dan']) await janus.window('agents.create', { name })
  await janus.window('links.open', { members: ['Ann', 'Bob'] })
  const rests = () => told.flatMap((event) => (event.kind === 'link' ? [event.link.pauseReason] : [])).at(-1)
  const { id } = await janus.window('gatherings.convene', {
    topic: 'Which port?',
    question: 'Which?',
    harvester: { name: 'Dan' },
    participants: [{ name: 'Ann' }, { name: 'Cat' }],
  })
  expect(rests()).toBe('gathering')
  await janus.window('gatherings.steer', { id, verb: 'close' })
  janus.clock.advance(5000)
  expect(janus.engine.state.gatherings.has(id)).toBe(false)
  expect(rests()).toBe(null)
})
