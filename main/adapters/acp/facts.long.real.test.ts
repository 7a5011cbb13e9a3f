import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../contract/model.ts'
import type { Launch } from '../../ports.ts'
import type { AcpKind } from './program.ts'
import { RealAcp, type RealAcpOptions } from './real-acp.ts'

const a: AgentId = 'agt-aaaaaaaaaa'

// What is relied on of these very versions: an upgrade that changes it is seen here.
describe('it is a fact', () => {
  async function open(kind: AcpKind, options: RealAcpOptions = {}): Promise<RealAcp> {
    const real = await RealAcp.start(kind, options)
    onTestFinished(() => real.close())
    return real
  }

  async function start(real: RealAcp, change: Partial<Launch> = {}): Promise<void> {
    const fixed = { program: null, model: null, permissionMode: 'default', name: 'a', role: '' } as const
    const conversation = { conversation: randomUUID(), conversed: false, allowed: [] }
    const launch = { kind: real.kind, cwd: real.work, ...conversation, ...fixed, ...change }
    real.backend.perform({ do: 'agent.start', agent: a, run: 1, launch })
    await real.heard.next(a, 'process.ready')
  }

  function write(real: RealAcp, text: string): void {
    const fixed = { do: 'agent.write', agent: a, run: 1, human: true, how: 'begin' } as const
    real.backend.perform({ ...fixed, frame: randomUUID(), text })
  }

  test('Copilot ends a turn well with the words of an error: it is broken, and nothing was answered', async () => {
    const real = await open('copilot', { http: true })
    await start(real)
    write(real, 'fail: 401')
    const { outcome } = await real.heard.next(a, 'turn.ended')
    expect(outcome).toMatchObject({ kind: 'broken', why: 'logged_out' })
    expect(real.heard.types(a)).not.toContain('block.said')
    expect(real.heard.deltas).toEqual([])
  })

  test('Copilot asks before a tool of Janus’s over HTTP, the person is not asked, and the token goes along', async () => {
    const real = await open('copilot', { http: true })
    await start(real)
    write(real, 'call: echo {"text":"x"}\nsay: done')
    expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'done' } })
    expect(real.heard.types(a)).not.toContain('card.asked')
    expect(real.host?.refused).toBe(0)
    const calls = real.heard.facts.flatMap((fact) =>
      fact.type === 'block.said' && fact.block.kind === 'tool' ? [fact.block.tool] : [],
    )
    expect(calls).toMatchObject([{ kind: 'own', name: 'echo' }])
  })

  test.each([
    { trust: 'trusted', starts: true },
    { trust: 'ask', starts: false },
  ] as const)(
    'OpenCode starts the servers of a folder: $starts, if it is $trust',
    async ({ trust, starts }) => {
      const real = await open('opencode', { trust })
      const evil = join(real.home, 'evil')
      const mcp = { evil: { type: 'local', command: ['touch', evil], enabled: true } }
      await writeFile(join(real.work, 'opencode.json'), JSON.stringify({ mcp }))
      await start(real)
      write(real, 'say: done')
      expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'done' } })
      expect(existsSync(evil)).toBe(starts)
    },
  )

  test('an introduction goes before the first prompt, where there is no other way, and once', async () => {
    const real = await open('copilot', { http: true, introduction: 'You are called Ada here.' })
    await start(real)
    write(real, 'say: one')
    await real.heard.next(a, 'turn.ended')
    write(real, 'say: two')
    await real.heard.next(a, 'turn.ended')
    const last = JSON.stringify(real.model.heard().at(-1)?.body)
    expect(last.split('You are called Ada here.')).toHaveLength(2)
  })
})
