import { expect, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { expectRefused } from '../testing/expect-refused.ts'

test('an agent keeps its own timer and no other’s, and does nothing else with it; the user keeps any', async () => {
  const janus = new ComposedJanus(() => [
    { do: 'think', ms: 60_000 },
    { do: 'say', text: 'Done.' },
  ])
  for (const name of ['scout', 'builder']) await janus.window('agents.create', { name })
  const [scout, builder] = (await janus.window('agents.list', {})).map(
    ({ id }) => ({ kind: 'agent', id: id as AgentId }) as const,
  )
  if (!scout || !builder) throw new Error('two agents are there')
  const set = (note: string) => janus.as(scout, 'heartbeats.set', { intent: 'wait', note, inSeconds: 600 })
  const [{ id }, other] = [await set('is it noon?'), await set('has it rained?')]
  await janus.window('messages.send', { agent: 'scout', message: 'Count the ships in the harbour.' })
  janus.clock.advance(1000)

  const listed = await janus.as(scout, 'heartbeats.list', {})
  expect(listed.map(({ state, inSeconds }) => [state, inSeconds])).toEqual([
    ['stale', null],
    ['stale', null],
  ])
  expect(listed[0]?.reason).toContain('keep_heartbeat keeps it')
  const change = (as: typeof scout, action: 'keep' | 'pause') =>
    janus.as(as, 'heartbeats.change', { id, action })
  await expectRefused(change(builder, 'keep'), 'not_found')
  await expectRefused(change(scout, 'pause'), 'not_allowed')
  expect(await change(scout, 'keep')).toMatchObject({ state: 'armed' })

  janus.clock.advance(60_000)
  const views = await janus.window('heartbeats.list', {})
  expect(views.map(({ note, state }) => `${note} ${state}`).sort()).toEqual([
    'has it rained? dropped',
    'is it noon? armed',
  ])
  const rows = (await janus.log('agent', scout.id)).items
  expect(rows.at(-1)?.note).toMatchObject({ kind: 'timerDropped', timer: other.id, note: 'has it rained?' })
  await janus.window('heartbeats.change', { id: other.id, action: 'keep' })
  expect(await janus.as({ kind: 'api' }, 'heartbeats.list', {})).toMatchObject([
    { state: 'armed' },
    { state: 'armed' },
  ])
})
