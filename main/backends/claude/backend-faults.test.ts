import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import type { Launch } from '../../ports/ports.ts'
import { VirtualClock } from '../../testkit/virtual-clock.ts'
import { RealBackend, type RealOptions } from './real-backend.ts'
import { makeLaunch } from '../../testkit/factories/launch.ts'

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

  test('that dies at once is told with its own words', async () => {
    const real = await open('dies')
    start(real)
    const { detail } = await real.heard.next(a, 'process.exited')
    expect(detail).toBe('Claude ended with code 3. It said: boom: this version is too old')
    expect(real.heard.types(a)).toEqual(['folder.looked', 'process.spawned', 'process.exited'])
    expect(real.revoked).toEqual([a])
  })

  test.each([
    [0, 'Claude ended by itself.'],
    [1, 'Claude ended with code 1.'],
    [137, 'Claude ended with code 137.'],
  ])('that ends at once with code %i, without a word, is told as that', async (code, words) => {
    const real = await open(`exits ${String(code)}`)
    start(real)
    expect((await real.heard.next(a, 'process.exited')).detail).toBe(words)
    expect(real.heard.types(a)).toEqual(['folder.looked', 'process.spawned', 'process.exited'])
  })

  test('that hangs after a result, and takes no prompt any more, is ended within a minute', async () => {
    const clock = new VirtualClock()
    const real = await open('hangs later', { clock })
    start(real)
    await real.heard.next(a, 'process.ready')
    await real.turn(a, 'x')
    real.write(a, 'x')
    const began = clock.now()
    const pump = setInterval(() => clock.advance(1000), 1)
    onTestFinished(() => clearInterval(pump))
    expect((await real.heard.next(a, 'process.exited')).detail).toMatch(/took no prompt for 30 seconds/)
    expect(clock.now() - began).toBeGreaterThanOrEqual(30_000)
  })

  test('that never answers is ended after a minute', async () => {
    const clock = new VirtualClock()
    const real = await open('hangs', { clock })
    start(real)
    await real.heard.next(a, 'process.spawned')
    const pump = setInterval(() => clock.advance(1000), 1)
    onTestFinished(() => clearInterval(pump))
    expect((await real.heard.next(a, 'process.exited')).detail).toMatch(/did not answer within 60 seconds/)
    expect(real.heard.types(a)).toEqual(['folder.looked', 'process.spawned', 'process.exited'])
  })

  test('that garbles its output is read past it, and that is noted', async () => {
    const real = await open('garbles')
    start(real)
    await real.heard.next(a, 'process.ready')
    expect(await real.turn(a, 'x')).toMatchObject({ outcome: { text: 'done' } })
    expect(real.log.filter((line) => line.includes('not_json')).length).toBeGreaterThanOrEqual(8)
    expect(real.log.filter((line) => line.includes('not_utf8')).length).toBe(2)
  })

  test('whose result is lost ends its turn as broken, rather than never', async () => {
    const real = await open('loses')
    start(real)
    await real.heard.next(a, 'process.ready')
    const { outcome } = await real.turn(a, 'x')
    expect(outcome).toMatchObject({ kind: 'broken', why: 'other' })
  })

  test('that tells its result twice ends its turn once', async () => {
    const real = await open('twice')
    start(real)
    await real.heard.next(a, 'process.ready')
    await real.turn(a, 'x')
    await real.turn(a, 'x')
    expect(real.heard.types(a).filter((type) => type === 'turn.ended')).toHaveLength(2)
  })

  test('that is ended for its silence is told with that reason', async () => {
    const real = await open('')
    start(real)
    await real.heard.next(a, 'process.ready')
    real.backend.perform({ do: 'agent.kill', agent: a, run: 1 })
    expect((await real.heard.next(a, 'process.exited')).detail).toMatch(/quiet for half an hour/)
  })

  test('that is stopped while it starts is told once', async () => {
    const real = await open('')
    start(real)
    await real.stop(a)
    expect(real.heard.types(a)).toEqual(['folder.looked', 'process.exited'])
  })
})
