import { expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import type { Clock } from '../../ports/ports.ts'
import type { RealAgents } from '../../adapters/processes/testing/real-agents.ts'
import { VirtualClock } from '../../testkit/virtual-clock.ts'

const a: AgentId = 'agt-aaaaaaaaaa'

/** Moves the clock on until the test ends. */
export function keepMoving(clock: VirtualClock, ms = 1000): void {
  const pump = setInterval(() => clock.advance(ms), 1)
  onTestFinished(() => clearInterval(pump))
}

/**
 * What every backend does with a program that misbehaves. `start` starts agent `a` with a stand-in that does so
 * in the given way; `name` is the program in the report of its exit.
 */
export function describeFaults(
  name: string,
  start: (how: string, options?: { readonly clock?: Clock }) => Promise<RealAgents>,
  silent: readonly string[] = ['hangs'],
): void {
  test('that dies at once is told with its own words', async () => {
    const real = await start('dies')
    const { detail } = await real.heard.next(a, 'process.exited')
    expect(detail).toBe(`${name} ended with code 3. It said: boom: this version is too old`)
    expect(real.heard.types(a)).toEqual(['folder.looked', 'process.spawned', 'process.exited'])
    expect(real.revoked).toEqual([a])
  })

  test.each(silent)('that %s and never answers is ended after a minute', async (how) => {
    const clock = new VirtualClock()
    const real = await start(how, { clock })
    await real.heard.next(a, 'process.spawned')
    keepMoving(clock)
    expect((await real.heard.next(a, 'process.exited')).detail).toMatch(/did not answer within 60 seconds/)
    expect(real.heard.types(a)).toEqual(['folder.looked', 'process.spawned', 'process.exited'])
  })

  test('that garbles its output is read past it, and that is noted', async () => {
    const real = await start('garbles')
    await real.heard.next(a, 'process.ready')
    expect(await real.turn(a, 'x')).toMatchObject({ outcome: { text: 'done' } })
    expect(real.log.filter((line) => line.includes('not_json')).length).toBeGreaterThanOrEqual(8)
    expect(real.log.filter((line) => line.includes('not_utf8')).length).toBe(2)
  })

  test('that is stopped while it starts is told once', async () => {
    const real = await start('')
    await real.stop(a)
    expect(real.heard.types(a)).toEqual(['folder.looked', 'process.exited'])
  })
}
