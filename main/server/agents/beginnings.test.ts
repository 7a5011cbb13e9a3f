import { expect, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { headStart } from './beginnings.ts'

/** Both have had a turn and are idle. */
async function twoAwake() {
  const janus = new ComposedJanus((_, prompt) =>
    prompt.includes('Wake up') ? [{ do: 'say', text: 'Awake.' }] : [{ do: 'hang' }],
  )
  const [scout] = await Promise.all(
    ['Scout', 'Builder'].map((name) => janus.window('agents.create', { name })),
  )
  for (const agent of ['Scout', 'Builder']) await janus.window('messages.send', { agent, message: 'Wake up' })
  janus.clock.advance(10_000)
  const caller = { kind: 'agent', id: scout?.id as AgentId } as const
  const send = (message: string, gone?: AbortSignal) => {
    const sent = janus.as(caller, 'messages.send', { agent: 'Builder', message, awaitBeginMs: 50 }, gone)
    return { answer: sent, state: stateOf(sent) }
  }
  return { janus, send }
}

/** Null while there is no answer. */
function stateOf(answer: Promise<{ readonly state: string }>): () => Promise<string | null> {
  let state: string | null = null
  void answer.then((told) => (state = told.state))
  return async () => {
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve()
    return state
  }
}

test('a receiver that is idle goes first: its sender is answered when it is at work, and that it has read', async () => {
  const { janus, send } = await twoAwake()
  const { state } = send('Look at the harbour')
  expect(await state()).toBeNull()
  janus.clock.advance(headStart - 1)
  expect(await state()).toBeNull()
  janus.clock.advance(50 - headStart)
  expect(await state()).toBe('read')
  janus.engine.stop()
})

test('a receiver that works is not waited for, nor one that anyone who asks has left', async () => {
  const { janus, send } = await twoAwake()
  await janus.window('messages.send', { agent: 'Builder', message: 'Count them' })
  janus.clock.advance(1000)
  expect(await send('And the ships').state()).toBe('queued')

  const { send: write, janus: other } = await twoAwake()
  const leaving = new AbortController()
  const { state } = write('Look at the harbour', leaving.signal)
  expect(await state()).toBeNull()
  leaving.abort()
  expect(await state()).toBe('written')
  for (const one of [janus, other]) one.engine.stop()
})
