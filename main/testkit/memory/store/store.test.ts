import { expect, it } from 'vitest'
import { StoreFullError } from '../../../ports/ports.ts'
import { MemoryStore } from './store.ts'
import { makeMessage, messageRow } from '../../factories/factories.ts'
import { storeSuite } from '../../suites/store/store-suite.ts'

storeSuite('the store in memory', () => {
  const store = new MemoryStore()
  return { open: () => store, dispose: () => undefined }
})

it('fails the commit it was told to fail, once, and keeps nothing of it', () => {
  const store = new MemoryStore()
  store.failNext(2)
  store.commit([messageRow(makeMessage(1))])
  expect(() => store.commit([messageRow(makeMessage(2))])).toThrow(StoreFullError)
  store.commit([messageRow(makeMessage(3))])
  expect(store.load().messages.map((message) => message.seq)).toEqual([1, 3])
})
