import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { VirtualClock } from '../../testkit/virtual-clock.ts'
import { openFleetActs } from './fleet-acts.ts'
import { quickTestFolder } from '../../testkit/test-folder.ts'

test('as which machine it will be in a fleet stands there as soon as one is founded', async () => {
  const home = quickTestFolder('acts')
  const acts = openFleetActs(home, new VirtualClock())
  expect([acts.machine(), acts.server()]).toEqual([null, null])
  const { file } = await acts.found({ name: 'attic', address: 'attic.local:4222', listen: '127.0.0.1' })
  expect(acts.machine()).toBe('attic')
  expect(acts.server()).toBe(`nats-server -c '${join(home, 'fleet', 'server', 'nats-server.conf')}'`)
  writeFileSync(file, 'no fleet at all')
  expect(acts.machine()).toBeNull()
  expect(file).toBe(join(home, 'fleet', 'fleet.json'))
})
