import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { abilities } from '../../testkit/suites/backend/abilities.ts'
import type { Agent } from '../../ports/ports.ts'
import { makeAgent } from '../../testkit/factories/factories.ts'
import { openStore } from './store.ts'
import { testFolder } from '../../testkit/test-folder.ts'

test.runIf(abilities.links)(
  'a folder stored as typed by an earlier version is loaded as its canonical path',
  () => {
    const home = testFolder('loaded')
    const state = join(home, 'state')
    fs.mkdirSync(state, { mode: 0o700 })
    fs.mkdirSync(join(home, 'REAL', 'p'), { recursive: true })
    fs.symlinkSync('REAL', join(home, 'LINK'))
    const store = openStore(state)
    onTestFinished(() => store.close())
    const typed = [`${home}/LINK/p`, `${home}/REAL/p/`, `${home}/REAL/./p/../p`]
    store.commit(typed.map((cwd, n) => ({ table: 'agent' as const, row: makeAgent(n + 1, { cwd }) })))
    expect(store.load().agents.map(({ cwd }) => cwd)).toEqual(typed.map(() => join(home, 'REAL', 'p')))
  },
)

test('an agent stored by an earlier version gets initial values for missing fields', () => {
  const home = testFolder('loaded')
  const store = openStore(home)
  onTestFinished(() => store.close())
  const agent = makeAgent(1, { policy: 'ask', cwd: fs.realpathSync.native(home) })
  const { anchors: _, shared: __, finalWords: ___, worktree: ____, ...earlier } = agent
  store.commit([{ table: 'agent', row: earlier as Agent }])
  expect(store.load().agents).toEqual([agent])
})
