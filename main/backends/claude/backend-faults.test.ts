import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import type { Launch } from '../../ports/ports.ts'
import { VirtualClock } from '../../testkit/virtual-clock.ts'
import { RealBackend, type RealOptions } from './real-backend.ts'
import { makeLaunch } from '../../testkit/factories/launch.ts'
import { describeFaults, keepMoving } from '../testing/fault-suite.ts'

const a: AgentId = 'agt-aaaaaaaaaa'
const fake = join(import.meta.dirname, 'testing', 'fake-cli.mjs')

describe('a CLI', () => {
  async function open(how: string, options: Partial<RealOptions> = {}): Promise<RealBackend> {
    const real = await RealBackend.start({ cliPath: () => fake, overrides: { FAKE_CLI: how }, ...options })
    onTestFinished(() => real.close())
    return real
  }

  function start(real: RealBackend, change: Partial<Launch> = {}): void {
    const conversation = '00000000-0000-4000-8000-000000000000'
    const launch = makeLaunch({ kind: 'claude', cwd: real.work, conversation, conversed: false, ...change })
    real.backend.perform({ do: 'agent.start', agent: a, run: 1, launch })
  }

  const started = async (how: string, options?: Partial<RealOptions>): Promise<RealBackend> => {
    const real = await open(how, options)
    start(real)
    return real
  }

  describeFaults('Claude', started)

  test('that is not there is refused, with what to do', async () => {
    const real = await open('', { cliPath: () => '/nowhere/claude' })
    start(real)
    expect((await real.heard.next(a, 'process.refused')).detail).toMatch(/not found.*install/i)
    expect(real.heard.types(a)).toEqual(['folder.looked', 'process.refused'])
  })

  test('that may not be run is refused', async () => {
    const path = join((await open('')).work, 'claude')
    await writeFile(path, 'no program')
    await chmod(path, 0o600)
    const real = await open('', { cliPath: () => path })
    start(real)
    expect((await real.heard.next(a, 'process.refused')).detail).toMatch(/may not be run|does not run/)
  })

  test.each([
    { what: 'a folder that is gone', change: { cwd: '/nowhere/at/all' }, words: /folder .* is gone/ },
    { what: 'a file for a folder', change: { cwd: fake }, words: /is no folder/ },
    { what: 'an option for a model', change: { model: '--version' }, words: /no name of a model/ },
    { what: 'an option for a conversation', change: { conversation: '--version' }, words: /no valid id/ },
  ])('with $what is refused before it starts', async ({ change, words }) => {
    const real = await open('')
    start(real, change)
    expect((await real.heard.next(a, 'process.refused')).detail).toMatch(words)
    expect(real.heard.types(a)).toEqual(['process.refused'])
  })

  test.each([
    [0, 'Claude ended by itself.'],
    [1, 'Claude ended with code 1.'],
    [137, 'Claude ended with code 137.'],
  ])('that ends at once with code %i, without a word, is told as that', async (code, words) => {
    const real = await started(`exits ${String(code)}`)
    expect((await real.heard.next(a, 'process.exited')).detail).toBe(words)
    expect(real.heard.types(a)).toEqual(['folder.looked', 'process.spawned', 'process.exited'])
  })

  test('that hangs after a result, and takes no prompt any more, is ended within a minute', async () => {
    const clock = new VirtualClock()
    const real = await started('hangs later', { clock })
    await real.heard.next(a, 'process.ready')
    await real.turn(a, 'x')
    real.write(a, 'x')
    const began = clock.now()
    keepMoving(clock)
    expect((await real.heard.next(a, 'process.exited')).detail).toMatch(/took no prompt for 30 seconds/)
    expect(clock.now() - began).toBeGreaterThanOrEqual(30_000)
  })

  test('whose result is lost ends its turn as broken, rather than never', async () => {
    const real = await started('loses')
    await real.heard.next(a, 'process.ready')
    const { outcome } = await real.turn(a, 'x')
    expect(outcome).toMatchObject({ kind: 'broken', why: 'other' })
  })

  test('that tells its result twice ends its turn once', async () => {
    const real = await started('twice')
    await real.heard.next(a, 'process.ready')
    await real.turn(a, 'x')
    await real.turn(a, 'x')
    expect(real.heard.types(a).filter((type) => type === 'turn.ended')).toHaveLength(2)
  })

  test('that is ended for its silence is told with that reason', async () => {
    const real = await started('')
    await real.heard.next(a, 'process.ready')
    real.backend.perform({ do: 'agent.kill', agent: a, run: 1 })
    expect((await real.heard.next(a, 'process.exited')).detail).toMatch(/quiet for half an hour/)
  })
})
