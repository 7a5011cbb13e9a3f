import { harvestSuite } from '../../suites/harvest-suite.ts'
import { MemoryHarvestFiles } from './harvests.ts'
import { MemoryRhythms } from './books.ts'
import { rhythmSuite } from '../../suites/rhythm-suite.ts'

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
