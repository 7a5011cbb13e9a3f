import { expect, test } from 'vitest'
import { VirtualClock } from '../../testkit/virtual-clock.ts'
import { Disposables } from './disposables.ts'

const never = (): Promise<void> => new Promise(() => {})

test('all is undone once, the last first; anyone who asks again waits for the same', async () => {
  const disposables = new Disposables()
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  disposables.push(() => done.push('lock'))
  disposables.push(() => gate.promise)
  disposables.push(() => done.push('agents'))
  const both = Promise.all([disposables.close(), disposables.close()])
  expect([done, disposables.isClosing]).toEqual([['agents'], true])
  gate.resolve()
  await both
  expect(done).toEqual(['agents', 'lock'])
})

test('an abort in the middle of it is over with it, once force has made it quick', async () => {
  const disposables = new Disposables()
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  disposables.push(() => done.push('lock'))
  disposables.push(() => gate.promise)
  void disposables.close()
  const clock = new VirtualClock()
  const force = async (): Promise<void> => gate.resolve()
  await disposables.abort(clock, 5000, force, () => done.push('at least'))
  expect([done, clock.next]).toEqual([['lock'], null])
})

test('an abort over something that hangs or fails does the least that must be done', async () => {
  const disposables = new Disposables()
  disposables.push(never)
  const done: string[] = []
  const clock = new VirtualClock()
  const force = (): Promise<void> => Promise.reject(new Error('stuck'))
  const aborted = disposables.abort(clock, 5000, force, () => done.push('at least'))
  clock.advance(4999)
  expect(done).toEqual([])
  clock.advance(1)
  await aborted
  expect(done).toEqual(['at least'])
})
