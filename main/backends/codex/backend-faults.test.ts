import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import { VirtualClock } from '../../testkit/virtual-clock.ts'
import { RealCodex, type RealCodexOptions } from './real-codex.ts'
import { makeLaunch } from '../../testkit/factories/launch.ts'

const a: AgentId = 'agt-aaaaaaaaaa'
const fake = join(import.meta.dirname, 'testing', 'fake-codex.mjs')

describe('a Codex', () => {
  async function open(how: string, options: RealCodexOptions = {}): Promise<RealCodex> {
    const real = await RealCodex.start({ path: () => fake, overrides: { FAKE_CODEX: how }, ...options })
    onTestFinished(() => real.close())
    const conversation = '00000000-0000-4000-8000-000000000000'
    const launch = makeLaunch({ kind: 'codex', cwd: real.work, conversation })
    real.backend.perform({ do: 'agent.start', agent: a, run: 1, launch })
    return real
  }

  async function ready(how: string): Promise<RealCodex> {
    const real = await open(how)
    await real.heard.next(a, 'process.ready')
    return real
  }

  const detail = async (real: RealCodex): Promise<string> =>
    (await real.heard.next(a, 'process.exited')).detail

  test('that is not there is refused, with what to do', async () => {
    const none = await open('', { path: () => null })
    expect((await none.heard.next(a, 'process.refused')).detail).toMatch(/not found\. Install it \(npm/)
    const gone = await open('', { path: () => '/nowhere/codex' })
    expect((await gone.heard.next(a, 'process.refused')).detail).toMatch(/not found.*install/i)
  })

  test('that may not be run is refused', async () => {
    const path = join((await open('')).work, 'codex')
    await writeFile(path, 'no program')
    await chmod(path, 0o600)
    const real = await open('', { path: () => path })
    expect((await real.heard.next(a, 'process.refused')).detail).toMatch(/may not be run/)
  })

  test('that is too old says so', async () => {
    expect(await detail(await open('old'))).toMatch(/version 0\.100\.0; Janus needs 0\.166\.0 or newer/)
  })

  test('that never answers is ended after a minute', async () => {
    const clock = new VirtualClock()
    const real = await open('hangs', { clock })
    await real.heard.next(a, 'process.spawned')
    clock.advance(60_000)
    expect(await detail(real)).toMatch(/did not answer within 60 seconds/)
  })

  test('that dies in a turn says how', async () => {
    const real = await ready('dies')
    real.write(a, 'x')
    expect(await detail(real)).toMatch(/ended with code 7/)
  })

  test('that writes nonsense in between is listened to all the same', async () => {
    const real = await ready('nonsense')
    expect(await real.turn(a, 'x')).toMatchObject({ outcome: { text: 'done' } })
    expect(real.log.filter((line) => line.includes('not_json'))).toHaveLength(3)
  })

  test('whose end of a turn cannot be read has ended it, and the next prompt goes in', async () => {
    const real = await ready('giant')
    expect(await real.turn(a, 'x')).toMatchObject({
      outcome: { kind: 'broken', why: 'other' },
    })
    expect(await real.turn(a, 'x')).toMatchObject({ outcome: { text: 'done' } })
  })

  test('that takes no more words into its turn gets them in the next', async () => {
    const real = await ready('refuses')
    real.write(a, 'x')
    await real.heard.next(a, 'block.said')
    const fold = real.write(a, 'x', { how: 'steer' })
    expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'done' } })
    expect(await real.heard.next(a, 'frame.started')).toMatchObject({ frame: fold })
    expect(await real.heard.next(a, 'turn.ended')).toMatchObject({ outcome: { text: 'done' } })
  })

  test('that does not take a prompt has a turn that says so', async () => {
    const real = await ready('refuses prompts')
    const frame = real.write(a, 'x')
    expect(await real.heard.next(a, 'frame.started')).toMatchObject({ frame })
    await real.heard.next(a, 'turn.began')
    expect(await real.heard.next(a, 'turn.ended')).toMatchObject({
      outcome: { kind: 'broken', detail: 'Codex did not take the prompt: not this prompt' },
    })
  })

  test('that does not take a note is ended: it would be lost in silence', async () => {
    const real = await ready('refuses notes')
    real.write(a, 'x', { how: 'note' })
    expect(await detail(real)).toMatch(/Codex stopped: Codex did not take the prompt: no notes today/)
  })

  test('that asks about one call twice gets two answers, and none to what nobody knows', async () => {
    const real = await ready('asks twice')
    real.write(a, 'x')
    const first = await real.heard.next(a, 'card.asked')
    const second = await real.heard.next(a, 'card.asked')
    expect(second.call).toBe(first.call)
    for (const [card, kind] of [[first, 'allow'] as const, [second, 'deny'] as const])
      real.backend.perform({
        do: 'card.decide',
        agent: a,
        run: 1,
        request: card.request,
        decision: kind === 'allow' ? { kind } : { kind, message: '' },
      })
    const { outcome } = await real.heard.next(a, 'turn.ended')
    // In any order.
    const answers = outcome.kind === 'completed' ? outcome.text.split('; ').toSorted() : []
    expect(answers).toEqual(['one: accept', 'three: Janus does not answer this request.', 'two: decline'])
  })
})
