import * as fs from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { openHarvestFiles } from '../../adapters/gatherings/harvest-files.ts'
import { openRhythmBook } from '../../adapters/gatherings/rhythm-book.ts'
import { openSettings } from '../../adapters/settings/settings.ts'
import { openDecisions } from '../../backends/trust/decisions.ts'
import { makeHarvestFile } from '../../testkit/suites/harvest-suite.ts'
import { quickTestFolder } from '../../testkit/test-folder.ts'

let top: string
let folder: string
beforeEach(() => {
  top = quickTestFolder('gone')
  folder = join(top, 'state')
  fs.mkdirSync(folder, { mode: 0o700 })
})

const hash = 'a'.repeat(64)
const rhythm = { name: 'short', structure: [1, 1, 1] as const, beatsPerTurn: 1, beatIntervalSeconds: 10 }

/** Writers of the other files in the state folder. */
const files: readonly [string, () => () => unknown][] = [
  [
    'settings',
    () => {
      const book = openSettings(folder)
      return () => book.change({ theme: 'dark' })
    },
  ],
  [
    'decisions about folders',
    () => {
      const decisions = openDecisions(folder, () => undefined)
      return () => decisions.keep('claude', '/ferry', { decision: 'trust', hash })
    },
  ],
  [
    'harvests',
    () => {
      const harvests = openHarvestFiles(folder, [])
      return () => harvests.keep(null, makeHarvestFile(1))
    },
  ],
  [
    'rhythms',
    () => {
      const book = openRhythmBook(folder)
      return () => book.keep(rhythm as never)
    },
  ],
]

test.each(files)('%s are not kept in a folder that is gone, or in another one', (_, open) => {
  const write = open()
  fs.renameSync(folder, `${folder}.away`)
  expect(write).toThrow('is gone, or another one lies in its place')
  fs.mkdirSync(folder, { mode: 0o700 })
  expect(write).toThrow('is gone, or another one lies in its place')
  expect(fs.readdirSync(folder)).toEqual([])
  // Works again when the folder is restored.
  fs.rmdirSync(folder)
  fs.renameSync(`${folder}.away`, folder)
  write()
  expect(fs.readdirSync(folder)).toHaveLength(1)
})
