import { expect, it } from 'vitest'
import { StoreFullError } from '../../ports/ports.ts'
import { makeMessage, messageRow } from '../factories/factories.ts'
import { answerSuite } from '../suites/answer-suite.ts'
import { harvestSuite } from '../suites/harvest-suite.ts'
import { rhythmSuite } from '../suites/rhythm-suite.ts'
import { storeSuite } from '../suites/store/store-suite.ts'
import { MemoryAnswerFiles } from './answers.ts'
import { MemoryRhythms } from './store/books.ts'
import { MemoryHarvestFiles } from './store/harvests.ts'
import { MemoryStore } from './store/store.ts'

answerSuite('answers in memory', () => {
  const files = new MemoryAnswerFiles()
  return { files, folder: '/ferry', write: (path, text) => files.files.set(`/ferry/${path}`, text) }
})

harvestSuite('files of gatherings in memory', () => {
  const files = new MemoryHarvestFiles('/state')
  return {
    files,
    folder: '/home/alex/ferry',
    stateFolder: '/state',
    dispose: () => undefined,
    read: (path) => files.files.get(path) ?? null,
    write: (path, text) => files.files.set(path, text),
  }
})

rhythmSuite('presets in memory', () => {
  const book = new MemoryRhythms()
  return { open: () => book, dispose: () => undefined }
})

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
