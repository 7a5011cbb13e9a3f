import { expect, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { expectRefused } from '../testing/expect-refused.ts'

async function teller() {
  const janus = new ComposedJanus(() => [{ do: 'hold', until: () => {} }])
  const { id } = await janus.window('agents.create', { name: 'Ann' })
  await janus.window('messages.send', { agent: 'Ann', message: 'Build it.' })
  janus.clock.advance(5000)
  const ann = { kind: 'agent' as const, id: id as AgentId }
  const notify = (text: string, idempotencyKey?: string) =>
    janus.as(ann, 'notices.send', { text, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) })
  return { janus, id, notify }
}

test('what an agent tells its user stands in its conversation, the timeline, both exports and the search', async () => {
  const { janus, id, notify } = await teller()
  expect(await notify('  The heron test fails.  ')).toEqual({ shown: true, inSeconds: 0 })
  const { items: rows } = await janus.log('agent', id)
  expect(rows.at(-1)).toMatchObject({ kind: 'text', text: 'The heron test fails.', isNotice: true })
  const { items } = await janus.window('timeline.page', { q: 'heron' })
  expect(items[0]).toMatchObject({
    from: { name: 'Ann' },
    to: [{ by: { kind: 'user' } }],
    fact: { did: 'notified' },
  })
  const file = await janus.window('log.export', { kind: 'agent', id })
  expect(file.text).toContain('The heron test fails.')
  expect((await janus.window('timeline.export', {})).text).toContain('The heron test fails.')
  const found = await janus.window('history.search', { q: 'heron', author: 'Ann', of: 'words' })
  expect(JSON.stringify(found)).toContain('heron')
})

test('three are shown in an hour, and the others together when it has room; the same call again tells nothing', async () => {
  const { janus, id, notify } = await teller()
  const view = () => janus.engine.state.agents.get(id)?.agent.notices
  for (const n of [1, 2, 3]) expect(await notify(`notice ${n}`, `key-${n}`)).toMatchObject({ shown: true })
  expect(await notify('notice 4', 'key-4')).toEqual({ shown: false, inSeconds: 3600 })
  expect(await notify('notice 4', 'key-4')).toMatchObject({ shown: false })
  expect(await notify('notice 5')).toMatchObject({ shown: false })
  expect(view()?.last).toMatchObject({ text: 'notice 3', count: 1 })
  janus.clock.advance(3_600_000)
  expect(view()?.last).toMatchObject({ text: 'notice 5', count: 2 })
})

test('what is too long, empty or not of an agent is refused, with what to do instead', async () => {
  const { janus, notify } = await teller()
  await expectRefused(notify('x'.repeat(501)), 'bad_request')
  await expectRefused(notify('   '), 'bad_request')
  await expectRefused(janus.window('notices.send', { text: 'x' }), 'not_allowed')
})
