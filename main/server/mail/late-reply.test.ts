import { expect, test } from 'vitest'
import { ComposedJanus } from '../../testkit/factories/composed.ts'

test('a reply that does not come is told with what its agent waits for', async () => {
  const janus = new ComposedJanus((agent) =>
    agent === bob ? [{ do: 'ask' }] : [{ do: 'say', text: 'Done.' }],
  )
  const ann = (await janus.window('agents.create', { name: 'Ann' })).id
  const bob = (await janus.window('agents.create', { name: 'Bob' })).id
  const caller = { kind: 'agent', id: ann } as const
  const asked = { agent: 'Bob', message: 'Do the tests pass?', expectReply: true }
  const { messageId } = await janus.as(caller, 'messages.send', asked)
  janus.clock.advance(1000)
  expect(await janus.as(caller, 'replies.get', { id: messageId })).toMatchObject({
    state: 'open',
    reply: null,
    reason: 'Bob waits for its user’s permission',
  })
})

test('a reply that does not come says that its agent stands at a cap', async () => {
  const janus = new ComposedJanus((agent) =>
    agent === bob && janus.engine.state.agents.get(bob)?.turn?.n === 2
      ? [{ do: 'hang' }]
      : [{ do: 'say', text: 'Done.' }],
  )
  const ann = (await janus.window('agents.create', { name: 'Ann' })).id
  const bob = (await janus.window('agents.create', { name: 'Bob' })).id
  await janus.window('messages.send', { agent: 'Bob', message: 'Count.' })
  janus.clock.advance(1000)
  const caller = { kind: 'agent', id: ann } as const
  const asked = { agent: 'Bob', message: 'How many?', expectReply: true }
  const { messageId } = await janus.as(caller, 'messages.send', asked)
  janus.clock.advance(1000)
  expect(await janus.as(caller, 'replies.get', { id: messageId })).toMatchObject({
    state: 'open',
    reason: '',
  })
  await janus.window('budget.change', { of: 'tab', id: 'Bob', cap: { usd: null, tokens: 1 } })
  expect(await janus.as(caller, 'replies.get', { id: messageId })).toMatchObject({
    state: 'open',
    reason: 'Bob waits for its user’s card',
  })
})
