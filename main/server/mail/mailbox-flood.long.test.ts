import { expect, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { arrival } from '../../testkit/factories/machines.ts'
import { expectRefused } from '../testing/expect-refused.ts'

const refused = { refusal: { code: 'too_many' } }

/** `scout` reads nothing. */
async function janusWithFloods() {
  const janus = new ComposedJanus()
  for (const name of ['scout', 'ann', 'bob']) await janus.window('agents.create', { name, cwd: '/' })
  await janus.window('agents.stop', { agent: 'scout' })
  const idOf = (name: string): AgentId => {
    const found = [...janus.engine.state.agents.values()].find(({ agent }) => agent.name === name)
    if (!found) throw new Error(`no ${name}`)
    return found.agent.id
  }
  const send = (from: string, message: string) =>
    janus.as({ kind: 'agent', id: idOf(from) }, 'messages.send', {
      agent: 'scout',
      message,
      priority: 'low',
    })
  const waiting = () => janus.engine.state.agents.get(idOf('scout'))?.mailbox.length
  return {
    janus,
    idOf,
    send,
    waiting,
    user: () => janus.window('messages.send', { agent: 'scout', message: 'Now.' }),
  }
}

test('560 notes from each of two agents refuse neither the user nor a third agent', async () => {
  const { janus, send, waiting, user } = await janusWithFloods()
  await janus.window('agents.create', { name: 'cat', cwd: '/' })
  const outcomes = { taken: 0, refused: 0 }
  for (let n = 0; n < 560; n++)
    for (const from of ['ann', 'bob'])
      await send(from, `Note ${String(n)}.`).then(
        () => outcomes.taken++,
        () => outcomes.refused++,
      )
  expect(outcomes).toEqual({ taken: 400, refused: 720 })
  await expect(send('ann', 'One more.')).rejects.toMatchObject({
    refusal: { message: expect.stringContaining('say what is left in one message') as string },
  })
  await send('cat', 'A word.')
  await user()
  expect(waiting()).toBe(402)
})

test('3455 messages from one machine refuse neither the user, nor an agent here, nor another machine', async () => {
  const { janus, idOf, send, waiting, user } = await janusWithFloods()
  await janus.engine.command({ type: 'machines.known', self: 'attic', others: ['barn', 'cellar'] })
  await janus.window('agents.change', { agent: 'scout', shared: 'open' })
  const mail = (machine: string, n: number) =>
    janus.engine.command(
      arrival(
        n,
        'mail',
        {
          id: `msg-${String(n).padStart(10, '0')}`,
          from: { id: 'agt-0000000007', name: 'Bea' },
          to: idOf('scout'),
          body: `Note ${String(n)}.`,
          priority: 'low',
          expectsReply: false,
          isReply: false,
          replyTo: null,
          depth: 0,
          metadata: {},
        },
        machine,
      ),
    )
  for (let n = 1; n <= 3455; n++) await mail('barn', n)
  expect(waiting()).toBe(200)
  await mail('cellar', 1)
  await send('ann', 'A word.')
  await user()
  expect(waiting()).toBe(203)
})

test('only the own mail of the user fills what is theirs', async () => {
  const { user, send } = await janusWithFloods()
  for (let n = 0; n < 1000; n++) await user()
  await expect(user()).rejects.toMatchObject(refused)
  await send('ann', 'There is room for others.')
})

test('a mailbox is full by the bytes that wait in it, not by characters', async () => {
  const janus = new ComposedJanus()
  await janus.window('agents.create', { name: 'scout', cwd: '/' })
  await janus.window('agents.stop', { agent: 'scout' })
  const send = (message: string) => janus.window('messages.send', { agent: 'scout', message })
  // Three bytes but one UTF-16 unit each: one mebibyte in total.
  const words = '語'.repeat(Math.floor((1024 * 1024) / 3))
  for (let n = 0; n < 64; n++) await send(words)
  await expectRefused(send(words), 'too_many')
  // A short message still fits below 64 MiB.
  await send('short')
})
