import { expect, test } from 'vitest'
import type { Caller } from '../../contract/api/requests.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'

async function withTwo() {
  const janus = new ComposedJanus(() => [])
  for (const name of ['Scout', 'Builder']) await janus.window('agents.create', { name })
  const [scout, builder] = (await janus.window('agents.list', {})).map(({ id }): Caller => ({
    kind: 'agent',
    id: id as AgentId,
  }))
  if (!scout || !builder) throw new Error('two agents are there')
  return { janus, scout, builder }
}

test('agents add, claim and finish tasks of the one list, which says who did it', async () => {
  const { janus, scout, builder } = await withTwo()
  const first = await janus.as(scout, 'tasks.add', { title: ' Write the parser ', detail: 'In Rust.' })
  const second = await janus.as(scout, 'tasks.add', { title: 'Write its tests', waitsFor: [first.id] })
  expect(first).toMatchObject({ title: 'Write the parser', state: 'open', owner: '', addedBy: 'Scout' })
  await expect(janus.as(builder, 'tasks.change', { id: second.id, action: 'claim' })).rejects.toThrow(
    /waits for/,
  )
  await janus.as(builder, 'tasks.change', { id: first.id, action: 'claim' })
  await expect(janus.as(scout, 'tasks.change', { id: first.id, action: 'claim' })).rejects.toThrow(
    'Builder has claimed this task. Choose another.',
  )
  await expect(janus.as(scout, 'tasks.change', { id: first.id, action: 'finish' })).rejects.toThrow(
    /not yours/,
  )
  await janus.as(builder, 'tasks.change', { id: first.id, action: 'finish' })
  expect(await janus.as({ kind: 'window' }, 'tasks.list', {})).toMatchObject([
    { id: second.id, state: 'open', waitsFor: [first.id], waiting: [] },
    { id: first.id, state: 'done', owner: 'Builder' },
  ])
  expect(await janus.as(scout, 'tasks.list', { state: 'done' })).toHaveLength(1)
})

test('a task for one agent is named so, claimed by nobody else, and keeps what came out of it', async () => {
  const { janus, scout, builder } = await withTwo()
  const { id, assignee } = await janus.as(scout, 'tasks.add', { title: 'Look', assignee: 'Builder' })
  expect(assignee).toBe('Builder')
  const change = (as: Caller, input: object) => janus.as(as, 'tasks.change', { id, ...input })
  await expect(change(scout, { action: 'claim' })).rejects.toThrow(/for somebody else/)
  await expect(change(scout, { assignee: '' })).rejects.toThrow(/Only the user edits/)
  await change(builder, { action: 'claim' })
  await expect(change(builder, { action: 'release', result: 'Half.' })).rejects.toThrow(/goes with/)
  expect(await change(builder, { action: 'finish', result: 'Line 5.' })).toMatchObject({ result: 'Line 5.' })
  await change({ kind: 'window' }, { action: 'reopen' })
  expect(await change({ kind: 'window' }, { assignee: 'user' })).toMatchObject({
    assignee: 'user',
    result: '',
  })
  await expect(change({ kind: 'window' }, { assignee: 'Nobody' })).rejects.toThrow(/no agent/i)
})

test('of two claims at once one is refused', async () => {
  const { janus, scout, builder } = await withTwo()
  const { id } = await janus.as(scout, 'tasks.add', { title: 'One' })
  const both = [scout, builder].map((one) => janus.as(one, 'tasks.change', { id, action: 'claim' }))
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})

test('adding again with the same key adds nothing', async () => {
  const { janus, scout } = await withTwo()
  const asked = { title: 'One', idempotencyKey: 'k' }
  const { id } = await janus.as(scout, 'tasks.add', asked)
  expect((await janus.as(scout, 'tasks.add', asked)).id).toBe(id)
  expect(await janus.as(scout, 'tasks.list', {})).toHaveLength(1)
})

test.each([
  [{ title: '' }, /title/],
  [{ title: 'Two\nlines' }, /one line/],
  [{ title: 'x'.repeat(201) }, /200/],
  [{ title: 'x', detail: 'x'.repeat(2001) }, /2,?000/],
  [{ title: 'x', waitsFor: ['tsk-none'] }, /no task "tsk-none"/],
  [{ title: 'x', source: 'lnk-0000000000' }, /gathering or a message/],
  [{ title: 'x', source: 'gat-0000000000' }, /no gathering/],
])('a new task is refused with words that say why: %j', async (input, words) => {
  const { janus, scout } = await withTwo()
  await expect(janus.as(scout, 'tasks.add', input)).rejects.toThrow(words)
})

test('a change that says nothing is refused', async () => {
  const { janus, scout } = await withTwo()
  const { id } = await janus.as(scout, 'tasks.add', { title: 'One' })
  await expect(janus.as(scout, 'tasks.change', { id })).rejects.toThrow(/Say what to do/)
})
