import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import type { SessionList } from '../../ports/conversations.ts'
import { packageCli } from './installation.ts'
import { RealBackend } from './real-backend.ts'
import { lonelyEnvironment } from './real-cli.ts'
import { findTranscript } from './transcript.ts'
import { startAgent } from '../testing/start-agent.ts'

const run = promisify(execFile)
const agent: AgentId = 'agt-taken'

/** A real backend, and a CLI in the same home as a user runs it in a terminal. */
async function open() {
  const real = await RealBackend.start()
  onTestFinished(() => real.close())
  const sessionList = real.backend.sessionList('claude')
  if (sessionList === null) throw new Error('no session list')
  const env = lonelyEnvironment(real.model.url, real.home)
  const outside = (prompt: string, ...args: string[]) => {
    const ran = run(packageCli() ?? '', ['-p', ...args, prompt], { cwd: real.work, env })
    ran.child.stdin?.end()
    return ran
  }
  return { real, sessionList, outside }
}

/** Runs one turn of a tab in a conversation; returns the cost so far. */
async function turn(
  real: RealBackend,
  conversation: string,
  text: string,
  frame = randomUUID(),
  run = 1,
): Promise<number> {
  const ready = await startAgent(real, agent, { kind: 'claude', conversation, conversed: true, run })
  expect(ready.historyLost).toBe(false)
  const { totalCostUsd } = await real.turn(agent, text, { run, frame })
  return totalCostUsd ?? 0
}

const lastAsked = (real: RealBackend): string => JSON.stringify(real.model.requests().at(-1)?.messages)
const all = (sessionList: SessionList, folder: string, words = '') =>
  sessionList.list({ folder, words, offset: 0, limit: 50 })

test('a conversation of the CLI is listed, gone on from in a copy, and stays byte for byte as it was', async () => {
  const { real, sessionList, outside } = await open()
  const id = randomUUID()
  await writeFile(join(real.work, 'fares.txt'), 'child: 2\n')
  await outside('say: the fares of children', '--session-id', id)
  await outside(`call: Read {"file_path":"${join(real.work, 'fares.txt')}"}\nsay: two`, '--resume', id)
  const file = (await findTranscript(real.config, id)) ?? ''
  const [before, was] = [await readFile(file), await stat(file)]

  const { items } = await all(sessionList, real.work)
  expect(items).toMatchObject([{ id, folder: real.work, title: 'say: the fares of children', turns: 2 }])
  expect(items[0]?.bytes).toBe(before.length)
  expect((await all(sessionList, real.work, 'CHILDREN fares')).items).toHaveLength(1)
  expect((await all(sessionList, real.work, 'children boats')).items).toEqual([])

  const { conversation, past } = await sessionList.takeUp(id)
  expect(past).toMatchObject({ turns: 2, earlier: 0, damaged: 0, file })
  const said = past.rows.map((row) => [row.said.kind, 'text' in row.said ? row.said.text.split('\n')[0] : ''])
  expect(said.filter(([kind]) => kind === 'user' || kind === 'text')).toEqual([
    ['user', 'say: the fares of children'],
    ['text', 'the fares of children'],
    ['user', expect.stringContaining('call: Read')],
    ['text', 'two'],
  ])
  expect(past.rows.find((row) => row.said.kind === 'tool')?.said).toMatchObject({ tool: { kind: 'read' } })
  expect(past.rows.find((row) => row.said.kind === 'result')?.said).toMatchObject({ end: 'done' })
  expect(past.rows.every((row) => row.at > 0)).toBe(true)

  const cost = await turn(real, conversation, 'say: and of dogs')
  expect(lastAsked(real)).toContain('the fares of children')
  expect(cost).toBeGreaterThan(0)
  // The original's cost is not counted again: only two turns.
  expect(cost).toBeLessThan(0.008)
  await real.stop(agent)
  expect((await readFile(file)).equals(before)).toBe(true)
  expect(await stat(file)).toMatchObject({ mtimeMs: was.mtimeMs, ino: was.ino, mode: was.mode })
})
