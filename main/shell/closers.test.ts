import { expect, test } from 'vitest'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { Closers } from './closers.ts'

const never = (): Promise<void> => new Promise(() => {})

test('all is undone once, the last first; whoever asks again waits for the same', async () => {
  const closers = new Closers()
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  closers.push(() => done.push('lock'))
  closers.push(() => gate.promise)
  closers.push(() => done.push('agents'))
  const both = Promise.all([closers.close(), closers.close()])
  expect([done, closers.isClosing]).toEqual([['agents'], true])
  gate.resolve()
  await both
  expect(done).toEqual(['agents', 'lock'])
})

test('an abort in the middle of it is over with it, once force has made it quick', async () => {
  const closers = new Closers()
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  closers.push(() => done.push('lock'))
  closers.push(() => gate.promise)
  void closers.close()
  const clock = new VirtualClock()
  const force = async (): Promise<void> => gate.resolve()
  await closers.abort(clock, 5000, force, () => done.push('at least'))
  expect([done, clock.next]).toEqual([['lock'], null])
})

test('an abort over something that hangs or fails does the least that must be done', async () => {
  const closers = new Closers()
  closers.push(never)
  const done: string[] = []
  const clock = new VirtualClock()
  const force = (): Promise<void> => Promise.reject(new Error('stuck'))
  const aborted = closers.abort(clock, 5000, force, () => done.push('at least'))
  clock.advance(4999)
  expect(done).toEqual([])
  clock.advance(1)
  await aborted
  expect(done).toEqual(['at least'])
})
