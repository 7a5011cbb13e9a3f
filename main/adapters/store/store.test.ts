import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storeSuite } from '../../testing/store-suite.ts'
import { openStore } from './store.ts'

storeSuite('the store on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'janus-store-'))
  return {
    open: () => openStore(folder),
    dispose: () => rmSync(folder, { recursive: true }),
  }
})
