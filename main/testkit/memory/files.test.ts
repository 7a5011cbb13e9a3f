import { answerSuite } from '../suites/answer-suite.ts'
import { MemoryAnswerFiles } from './answers.ts'
import { harvestSuite } from '../suites/harvest-suite.ts'
import { MemoryHarvestFiles } from './store/harvests.ts'
import { MemoryRhythms } from './store/books.ts'
import { rhythmSuite } from '../suites/rhythm-suite.ts'

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
