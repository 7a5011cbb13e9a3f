import { expect, test } from 'vitest'
import { VirtualClock } from '../../testkit/virtual-clock.ts'
import type { MemoryProcessMonitor } from '../../ports/processes.ts'
import { limitsOf } from './limits.ts'
import { initialSettings } from '../../contract/app/settings.ts'
import { MemoryWatch } from './memory-watch.ts'

const gigabyte = 1024 ** 3

test('memory is short below a tenth or a gigabyte, and no more with half as much again', () => {
  const clock = new VirtualClock()
  const told: boolean[] = []
  let now: ReturnType<MemoryProcessMonitor['read']> = { available: gigabyte, total: 8 * gigabyte }
  const watch = new MemoryWatch({ read: () => now }, clock)
  watch.connect(() => told.push(watch.isShort))
  const read = (available: number | null, total = 8): void => {
    now = available === null ? null : { available: available * gigabyte, total: total * gigabyte }
    clock.advance(15_000)
  }
  watch.begin()
  read(0.81)
  expect(told).toEqual([])
  read(0.79)
  read(1.1)
  expect(told).toEqual([true])
  read(1.3)
  expect(told).toEqual([true, false])
  read(1.1, 64)
  expect(told).toHaveLength(2)
  read(0.9, 64)
  expect(watch.isShort).toBe(true)
  // Unknown memory counts as enough.
  read(null)
  expect(watch.isShort).toBe(false)
  watch.end()
  read(0.1)
  expect(told).toHaveLength(4)
})

test('while memory is short an agent sleeps after ten idle seconds, or sooner by the setting', () => {
  expect(limitsOf(initialSettings, false).sleepAfter).toBe(120_000)
  expect(limitsOf(initialSettings, true).sleepAfter).toBe(10_000)
  expect(limitsOf({ ...initialSettings, sleepAfter: 5 }, true).sleepAfter).toBe(5_000)
})
