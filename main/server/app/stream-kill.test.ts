import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openStore } from '../../adapters/store/store.ts'
import { initialState, recover } from '../../core/recover.ts'
import { update } from '../../core/update.ts'
import { makeQuickFolder } from '../../testkit/quick-folder.ts'

const folder = makeQuickFolder('stream-kill')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('what had come of an answer is there after a kill, but for the last second, and is marked as broken off', async () => {
  const program = join(import.meta.dirname, 'testing', 'streaming.ts')
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await ended
  const store = openStore(folder)
  const stamp = { now: 1_000_000, seed: '0123456789abcdef0123456789abcdef' }
  const { state } = recover(initialState(store.load()), stamp)
  store.close()
  const [one] = state.agents.values()
  const found = (one?.frames ?? []).map(({ id }) => ({ frame: id, found: 'unfinished' as const, text: '' }))
  expect(found).toHaveLength(1)
  const agent = one?.agent.id ?? 'agt-'
  const { rows } = update(state, { type: 'frames.located', agent, found }, stamp)
  const said = rows.flatMap((row) => (row.table === 'entry' && row.row.kind === 'text' ? [row.row] : []))
  expect(said).toMatchObject([{ text: 'The fares are', half: true }])
})
