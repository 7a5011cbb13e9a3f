import { everything } from '../ports/search-query.ts'
import { describe, expect, test } from 'vitest'
import { RefusedError } from '../contract/api/errors.ts'
import type { AgentId } from '../contract/api/model.ts'
import type { Command } from '../core/step/events.ts'
import type { Engine } from './engine.ts'
import { openEngine as setUp } from '../testkit/open-engine.ts'

describe('the loop', () => {
  test('answers after the commit, and writes after it too', async () => {
    const { engine, store, say } = await setUp()
    const answer = await engine.command(say('hello'))
    if (answer.kind !== 'message') throw new Error('no message')
    expect(store.message(answer.message.id)?.body).toBe('hello')
  })

  test('a full disk refuses commands, and nothing of them is kept', async () => {
    const { engine, store, say, clock } = await setUp()
    store.failNext(1)
    await expect(engine.command(say('lost'))).rejects.toMatchObject({ refusal: { code: 'storage_full' } })
    expect([...engine.state.agents.values()][0]?.mailbox).toEqual([])
    await engine.command(say('kept'))
    clock.advance(10_000)
    expect(store.load().messages).toEqual([])
    expect(store.search(everything('kept'), 5, 0)).toHaveLength(1)
    expect(store.search(everything('lost'), 5, 0)).toEqual([])
  })

  test('a fact on a full disk stays, and is saved when there is room again', async () => {
    const { engine, store, say, clock } = await setUp()
    await engine.command(say('hello'))
    store.failNext(1)
    clock.advance(300)
    expect(engine.isSaved).toBe(false)
    clock.advance(1000)
    expect(engine.isSaved).toBe(true)
    clock.advance(10_000)
    expect(store.search(everything('hello'), 5, 0)).toHaveLength(1)
  })

  test('a command that cannot be built is refused alone', async () => {
    const { engine, say } = await setUp()
    const bad = engine.command(() => {
      throw new RefusedError({ code: 'not_found', message: 'no' })
    })
    await expect(bad).rejects.toMatchObject({ refusal: { code: 'not_found' } })
    await expect(engine.command(say('hello'))).resolves.toMatchObject({ kind: 'message' })
  })

  test('a bug of its own is reported once, and it stops', async () => {
    const { engine, crashes } = await setUp()
    void engine.command(() => {
      throw new Error('a bug')
    })
    expect(crashes).toHaveLength(1)
  })

  test('no timer is left when nothing is due', async () => {
    const { engine, say, clock } = await setUp()
    await engine.command(say('hello'))
    clock.advance(3_600_000)
    expect(clock.next).toBeNull()
  })
})

describe('its clocks', () => {
  const timer = (agent: AgentId, seconds: number): Command => ({
    type: 'heartbeat.set',
    by: { kind: 'user', via: 'window' },
    byName: 'mo',
    agent,
    intent: 'wait',
    note: 'look',
    wait: seconds * 1000,
    schedule: null,
    about: null,
    idempotencyKey: null,
  })
  const isAwake = (engine: Engine) =>
    [...engine.state.agents.values()].some(({ process }) => process !== 'off')
  const timers = (engine: Engine) => [...engine.state.agents.values()].flatMap(({ heartbeats }) => heartbeats)

  test('what fell due while the machine slept comes within thirty seconds, though the timer stood', async () => {
    const { clock, engine, to } = await setUp()
    await engine.command(timer(to, 3600))
    clock.advance(1000)
    clock.leap(8 * 3_600_000)
    expect(isAwake(engine)).toBe(false)
    clock.advance(29_000)
    expect(isAwake(engine)).toBe(true)
  })

  test('it comes at once where the system tells of the end of its sleep', async () => {
    const { clock, engine, to } = await setUp()
    await engine.command(timer(to, 3600))
    clock.leap(8 * 3_600_000)
    engine.look()
    expect(isAwake(engine)).toBe(true)
  })

  test('a clock that is set back lets nothing hang, and nothing come early', async () => {
    const { clock, engine, to } = await setUp()
    await engine.command(timer(to, 600))
    clock.advance(100_000)
    clock.leap(-7_200_000)
    clock.advance(499_000)
    expect([isAwake(engine), timers(engine)]).toMatchObject([false, [{ dueAt: clock.now() + 1000 }]])
    clock.advance(1000)
    expect(isAwake(engine)).toBe(true)
  })

  test('the jump is saved as one thing, told in the log, and told once', async () => {
    const { clock, engine, to, logged, commits } = await setUp()
    await engine.command(timer(to, 600))
    clock.leap(-7_200_000)
    clock.advance(60_000)
    expect(logged).toEqual(['clock: set back by 7200 s'])
    const entries = commits.flat().flatMap((row) => (row.table === 'timeline' ? [row.row.fact] : []))
    expect(entries.filter((fact) => 'by' in fact)).toEqual([
      { kind: 'agent', did: 'clockBack', by: 7_200_000 },
    ])
  })

  test('the little by which a clock is corrected is no jump', async () => {
    const { clock, engine, to, logged } = await setUp()
    await engine.command(timer(to, 600))
    clock.leap(-1500)
    clock.advance(60_000)
    expect(logged).toEqual([])
  })
})
