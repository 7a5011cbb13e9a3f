import { expect, test } from 'vitest'
import { ComposedJanus } from '../../testing/composed.ts'

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
