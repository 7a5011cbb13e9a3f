import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import type { Launch } from '../../ports/ports.ts'
import type { AcpKind } from './profiles/profiles.ts'
import { RealAcp, type RealAcpOptions } from './real-acp.ts'
import { makeLaunch } from '../../testkit/factories/launch.ts'

const a: AgentId = 'agt-aaaaaaaaaa'

describe('it is a fact', () => {
  async function open(kind: AcpKind, options: RealAcpOptions = {}): Promise<RealAcp> {
    const real = await RealAcp.start(kind, options)
    onTestFinished(() => real.close())
    return real
  }

  function begin(real: RealAcp, change: Partial<Launch> = {}): void {
    const launch = makeLaunch({ kind: real.kind, cwd: real.work, conversation: randomUUID(), ...change })
    real.backend.perform({ do: 'agent.start', agent: a, run: 1, launch })
  }

  async function start(real: RealAcp, change: Partial<Launch> = {}): Promise<void> {
    begin(real, change)
    await real.heard.next(a, 'process.ready')
  }

  test('Copilot ends a turn well with the words of an error: it is broken, and nothing was answered', async () => {
    const real = await open('copilot', { http: true })
    await start(real)
    real.write(a, 'fail: 401')
    const { outcome } = await real.heard.next(a, 'turn.ended')
    expect(outcome).toMatchObject({ kind: 'broken', why: 'logged_out' })
    expect(real.heard.types(a)).not.toContain('block.said')
    expect(real.heard.deltas).toEqual([])
  })

  test('Copilot asks before a tool of Janus’s over HTTP, the user is not asked, and the token goes along', async () => {
    const real = await open('copilot', { http: true })
    await start(real)
    real.write(a, 'call: echo {"text":"x"}\nsay: done')
    expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'done' } })
    expect(real.heard.types(a)).not.toContain('card.asked')
    expect(real.tools.refused).toBe(0)
    const calls = real.heard.facts.flatMap((fact) =>
      fact.type === 'block.said' && fact.block.kind === 'tool' ? [fact.block.tool] : [],
    )
    expect(calls).toMatchObject([{ kind: 'own', name: 'echo' }])
  })

  test('OpenCode starts the servers of a folder that is trusted, and nothing where the user has not said so', async () => {
    const evil = { type: 'local', command: ['touch', 'evil'], enabled: true }
    const trusted = await open('opencode', { trust: 'trusted' })
    await writeFile(join(trusted.work, 'opencode.json'), JSON.stringify({ mcp: { evil } }))
    await start(trusted)
    expect(await trusted.turn(a, 'say: done')).toMatchObject({ outcome: { text: 'done' } })
    expect(existsSync(join(trusted.work, 'evil'))).toBe(true)

    const asked = await open('opencode', { trust: 'ask' })
    await writeFile(join(asked.work, 'opencode.json'), JSON.stringify({ mcp: { evil } }))
    begin(asked)
    await asked.heard.next(a, 'process.refused')
    expect(existsSync(join(asked.work, 'evil'))).toBe(false)
  })

  test('an introduction goes before the first prompt, where there is no other way, and once', async () => {
    const real = await open('copilot', { http: true, introduction: 'You are called Ada here.' })
    await start(real)
    await real.turn(a, 'say: one')
    await real.turn(a, 'say: two')
    const last = JSON.stringify(real.model.heard().at(-1)?.body)
    expect(last.split('You are called Ada here.')).toHaveLength(2)
  })
})
