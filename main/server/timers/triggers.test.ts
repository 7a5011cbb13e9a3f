import { expect, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { hookCall } from './hooks.ts'

const api = { kind: 'api' } as const

async function withScout() {
  const janus = new ComposedJanus()
  await janus.window('agents.create', { name: 'scout' })
  const set = (more: object) =>
    janus.as(api, 'heartbeats.set', { agent: 'scout', intent: 'event', note: 'Look.', ...more })
  return { janus, set }
}

test('a webhook fires with its own secret, which is shown once, and costs one commit however often it is called', async () => {
  const { janus, set } = await withScout()
  const key = { on: 'webhook', repeats: true, idempotencyKey: 'k1' }
  const { id, secret = '', trigger } = await set(key)
  expect(secret).toHaveLength(43)
  expect(trigger).toBe('when its webhook is called, each time')
  expect((await set(key)).secret).toBeUndefined()
  const seen = JSON.stringify([
    await janus.as(api, 'heartbeats.list', {}),
    await janus.window('agents.list', {}),
  ])
  expect(seen).not.toContain(secret)
  expect(seen).not.toContain('secretHash')

  const call = hookCall(janus.engine)
  expect(await Promise.all([call(id, 'wrong'), call(id, ''), call('hb-none', secret)])).toEqual([
    null,
    null,
    null,
  ])
  expect(await call(id, secret)).toEqual({ accepted: true })
  janus.clock.advance(10_000)
  expect(await janus.as(api, 'heartbeats.list', {})).toMatchObject([{ fired: 1, state: 'waiting' }])
  expect(await call(id, secret)).toEqual({ accepted: true })
  const { state } = janus.engine
  for (let count = 0; count < 1000; count++) await call(id, secret)
  expect(janus.engine.state).toBe(state)
  janus.clock.advance(60_000)
  expect(await janus.as(api, 'heartbeats.list', {})).toMatchObject([{ fired: 2 }])
})

test('a file of the agent’s folder wakes it; a folder that goes away ends the trigger', async () => {
  const { janus, set } = await withScout()
  await set({ on: 'files', glob: 'src/**', repeats: true })
  const [scout] = janus.engine.state.agents.values()
  const folder = scout?.agent.cwd ?? ''
  janus.fileWatch.put(folder, 'docs/a.md')
  janus.fileWatch.put(folder, 'src/a.ts')
  janus.clock.advance(10_000)
  expect(await janus.as(api, 'heartbeats.list', {})).toMatchObject([
    { fired: 1, reason: 'last event: src/a.ts changed' },
  ])
  janus.clock.advance(60_000)
  janus.fileWatch.put(folder, 'src/a.ts', 'src/b.ts', 'docs/c.md', 'src/d.ts')
  expect(await janus.as(api, 'heartbeats.list', {})).toMatchObject([
    { reason: 'last event: src/a.ts and 2 more files changed' },
  ])
  janus.fileWatch.removeFolder(folder)
  expect(await janus.as(api, 'heartbeats.list', {})).toEqual([])
})

test('a call of a webhook says when it does not fire at once', async () => {
  const { janus, set } = await withScout()
  const { id, secret = '' } = await set({ on: 'webhook', repeats: true })
  const call = () => hookCall(janus.engine)(id, secret)
  await janus.window('heartbeats.change', { id, action: 'pause' })
  expect(await call()).toMatchObject({ accepted: false, note: expect.stringMatching(/paused/) as string })
  await janus.window('heartbeats.change', { id, action: 'resume' })
  await janus.window('settings.change', { quiet: true })
  expect(await call()).toMatchObject({ accepted: true, note: expect.stringMatching(/on resume/) as string })
})

test('an agent watches peers and its own files, and no more; what is incomplete is refused', async () => {
  const { janus, set } = await withScout()
  const [scout] = await janus.window('agents.list', {})
  const caller = { kind: 'agent', id: scout?.id as AgentId } as const
  const own = (more: object) =>
    janus.as(caller, 'heartbeats.set', { intent: 'event', note: 'Look.', ...more })
  const code = (refused: string) => ({ refusal: { code: refused } })
  await expect(own({ on: 'webhook' })).rejects.toMatchObject(code('not_allowed'))
  expect(await own({ on: 'files', glob: 'src/**' })).toMatchObject({ state: 'waiting' })
  await expect(set({})).rejects.toMatchObject(code('bad_request'))
  await expect(set({ on: 'files' })).rejects.toMatchObject(code('bad_request'))
  await expect(set({ on: 'files', glob: '../x' })).rejects.toThrow(/inside the folder/)
  await expect(set({ on: 'idle' })).rejects.toMatchObject(code('bad_request'))
  await expect(set({ on: 'idle', about: 'nobody' })).rejects.toMatchObject(code('unknown_agent'))
  await expect(set({ on: 'webhook', inSeconds: 5 })).rejects.toMatchObject(code('bad_request'))
})
