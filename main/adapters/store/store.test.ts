import { rmSync } from 'node:fs'
import { makeQuickFolder } from '../../testkit/quick-folder.ts'
import { storeSuite } from '../../testkit/suites/store/store-suite.ts'
import { openStore } from './store.ts'

storeSuite('the store on SQLite', () => {
  const folder = makeQuickFolder('store')
  return {
    open: () => openStore(folder),
    dispose: () => rmSync(folder, { recursive: true }),
  }
})
