import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { FolderTrust } from '../../contract/api/model.ts'
import { RealBackend } from './real-backend.ts'
import { startAgent } from '../testing/start-agent.ts'

const a = 'agt-aaaaaaaaaa'

/** A backend in a folder with a hook, a server and instructions; `trust` is called at each start. */
async function open(trust: (folder: string) => Promise<FolderTrust>): Promise<RealBackend> {
  const real = await RealBackend.start({ trust: () => trust })
  onTestFinished(() => real.close())
  const hook = { hooks: [{ type: 'command', command: `touch ${real.home}/hook-ran` }] }
  mkdirSync(join(real.work, '.claude'))
  writeFileSync(
    join(real.work, '.claude', 'settings.json'),
    JSON.stringify({ hooks: { SessionStart: [hook] } }),
  )
  const server = { command: 'touch', args: [`${real.home}/server-ran`] }
  writeFileSync(join(real.work, '.mcp.json'), JSON.stringify({ mcpServers: { server } }))
  writeFileSync(join(real.work, 'CLAUDE.md'), 'canary words')
  return real
}

async function live(real: RealBackend, run: number, conversation: string): Promise<void> {
  await startAgent(real, a, { kind: 'claude', conversation, conversed: run > 1, run })
  const frame = randomUUID()
  real.backend.perform({
    do: 'agent.write',
    agent: a,
    run,
    frame,
    text: 'say: hello',
    isFromUser: true,
    how: 'begin',
  })
  await real.heard.next(a, 'turn.ended')
  real.backend.perform({ do: 'agent.stop', agent: a, run })
  await real.heard.next(a, 'process.exited')
}

const wordsOf = (real: RealBackend): boolean =>
  JSON.stringify(real.model.requests().at(-1)).includes('canary words')

test(
  'what a folder brings along counts only in the life that was started in trust',
  { timeout: 180_000 },
  async () => {
    const asked: string[] = []
    let trust: FolderTrust = 'ask'
    const real = await open((folder) => {
      asked.push(folder)
      return Promise.resolve(trust)
    })
    const conversation = randomUUID()
    await live(real, 1, conversation)
    expect(existsSync(join(real.home, 'hook-ran'))).toBe(false)
    expect(existsSync(join(real.home, 'server-ran'))).toBe(false)
    expect(wordsOf(real)).toBe(false)
    trust = 'trusted'
    await live(real, 2, conversation)
    await real.appears('server-ran')
    expect(existsSync(join(real.home, 'hook-ran'))).toBe(true)
    expect(wordsOf(real)).toBe(true)
    rmSync(join(real.home, 'hook-ran'))
    trust = 'refused'
    await live(real, 3, randomUUID())
    expect(existsSync(join(real.home, 'hook-ran'))).toBe(false)
    expect(wordsOf(real)).toBe(false)
    expect(asked).toEqual([real.work, real.work, real.work])
    const told = real.heard.facts.flatMap((fact) => (fact.type === 'folder.looked' ? [fact.trust] : []))
    expect(told).toEqual(['ask', 'trusted', 'refused'])
  },
)

test('a trust that cannot be asked is none, and the agent starts all the same', async () => {
  const real = await open(() => Promise.reject(new Error('the book is torn')))
  await live(real, 1, randomUUID())
  expect(existsSync(join(real.home, 'hook-ran'))).toBe(false)
  expect(wordsOf(real)).toBe(false)
  expect(real.log.join()).toContain('the book is torn')
})
