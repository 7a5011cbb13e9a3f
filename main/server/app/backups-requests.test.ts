import { expect, test } from 'vitest'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import { MemoryBackups } from '../../testkit/memory/store/backups.ts'
import { VirtualClock } from '../../testkit/virtual-clock.ts'
import { backupHandlers } from './app-requests.ts'
import { expectRefused } from '../testing/expect-refused.ts'

const window = { kind: 'window' } as const
test('the user’s tools make and list backups, and cannot restore one; agents can nothing', async () => {
  const janus = new ComposedJanus()
  const api = { kind: 'api' } as const
  const { name, kind } = await janus.as(api, 'backups.make', {})
  expect(kind).toBe('asked')
  expect((await janus.as(api, 'backups.list', {})).items).toMatchObject([{ name, problem: null }])
  await expectRefused(janus.as(api, 'backups.restore', { name }), 'not_allowed')
  const agent = { kind: 'agent', id: 'agt-0000000001' } as const
  await expectRefused(janus.as(agent, 'backups.make', {}), 'not_allowed')
  await expectRefused(janus.as(agent, 'backups.list', {}), 'not_allowed')
  janus.backups.taken.add('/mine.db')
  await expectRefused(janus.as(api, 'backups.make', { path: '/mine.db' }), 'storage_full')
})

test('the window restores one that is there, by a restart', async () => {
  const backups = new MemoryBackups(new VirtualClock())
  let restarts = 0
  const restart = () => Promise.resolve(void restarts++)
  const handlers = backupHandlers({ backups, host: { kind: 'web', restart } })
  const { name } = await backups.make(null)
  await expectRefused(handlers['backups.restore'](window, { name: 'other.db' }), 'not_found')
  expect([backups.wanted, restarts]).toEqual([null, 0])
  await expect(handlers['backups.restore'](window, { name })).resolves.toEqual({ restarts: true })
  expect([backups.wanted, restarts]).toEqual([name, 1])
  const alone = backupHandlers({ backups, host: { kind: 'web' } })
  await expectRefused(alone['backups.restore'](window, { name }), 'wrong_state')
})
