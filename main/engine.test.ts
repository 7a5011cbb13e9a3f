import { everything } from './search-query.ts'
import { describe, expect, test } from 'vitest'
import { RefusedError } from './contract/errors.ts'
import type { AgentId } from './contract/model.ts'
import type { Command } from './core/events.ts'
import type { Row } from './core/effects.ts'
import { Engine } from './engine.ts'
import type { Pace } from './pace.ts'
import { MemoryBackend, type Act } from './testing/memory-backend.ts'
import { MemoryStore } from './testing/memory-store.ts'
import { Random } from './testing/random.ts'
import { VirtualClock } from './testing/virtual-clock.ts'

const create = (name: string): Command => ({
  type: 'agent.created',
  name: { name, key: name, skeleton: name },
  ...{ cwd: '/', model: null, permissionMode: 'default', policy: 'hybrid', role: '' },
})

/** An engine with one agent, on a store and CLIs in memory. */
async function setUp(acts: readonly Act[] = [{ do: 'say', text: 'yes' }], pace?: Pace) {
  const clock = new VirtualClock()
  const store = new MemoryStore()
  const backend = new MemoryBackend(clock, new Map(), () => acts)
  const random = new Random(1)
  const commits: (readonly Row[])[] = []
  const crashes: unknown[] = []
  const logged: string[] = []
  const engine = new Engine({
    ...{ clock, store, backend, identities: { revoke: () => undefined } },
    answerFiles: { perform: () => undefined },
    archive: { connect: () => undefined, perform: () => undefined },
    randomSeed: () => random.hex(),
    ...(pace ? { pace } : {}),
    published: (_before, _after, rows) => commits.push(rows),
    log: (line) => logged.push(line),
    crashed: (error) => crashes.push(error),
  })
  backend.connect({
    fact: (fact) => {
      engine.fact(fact)
    },
    delta: () => undefined,
    offered: () => undefined,
  })
  engine.start()
  const made = await engine.command(create('scout'))
  if (made.kind !== 'agent') throw new Error('no agent')
  const to = made.agent
  const say = (body: string, key: string | null = null): Command => ({
    ...{
      type: 'message.sent',
      from: { kind: 'human', via: 'window' },
      fromName: 'mo',
      to,
      body,
      metadata: {},
    },
    ...{
      idempotencyKey: key,
      earlier: null,
      priority: null,
      expectsReply: false,
      replied: null,
      now: false,
      link: null,
    },
  })
  return { clock, store, backend, engine, commits, crashes, logged, to, say }
}

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

  test('what cannot be asked refuses that one alone', async () => {
    const { engine, say } = await setUp()
    const bad = engine.command(() => {
      throw new RefusedError({ code: 'not_found', message: 'no' })
    })
    await expect(bad).rejects.toMatchObject({ refusal: { code: 'not_found' } })
    await expect(engine.command(say('hello'))).resolves.toMatchObject({ kind: 'message' })
  })

  test('a mistake of its own is told once, and it takes no more', async () => {
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
    ...{ type: 'heartbeat.set', by: { kind: 'human', via: 'window' }, byName: 'mo', agent, intent: 'wait' },
    ...{ note: 'look', wait: seconds * 1000, schedule: null, about: null, idempotencyKey: null },
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
    const moments = commits.flat().flatMap((row) => (row.table === 'moment' ? [row.row.fact] : []))
    expect(moments.filter((fact) => 'by' in fact)).toEqual([
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

describe('what is saved together', () => {
  /** An engine with a pace whose moment comes when the test says so. */
  async function paced() {
    const due: (() => void)[] = []
    const set = await setUp([{ do: 'say', text: 'yes' }], { soon: (work) => due.push(work), linger: 20 })
    const moment = (): void => {
      for (const work of due.splice(0)) work()
    }
    return { ...set, moment }
  }

  test('messages that come at the same moment: one commit, in order, each answered after it', async () => {
    const { engine, commits, say, moment } = await paced()
    const before = commits.length
    const asked = ['one', 'two', 'three'].map((words) => engine.command(say(words)))
    expect(commits).toHaveLength(before)
    moment()
    const saved = commits.map((rows) => rows.flatMap((row) => (row.table === 'message' ? [row.row] : [])))
    expect(saved[before]?.map(({ body }) => body)).toEqual(expect.arrayContaining(['one', 'two', 'three']))
    const answers = await Promise.all(asked)
    const sent = answers.flatMap((answer) => (answer.kind === 'message' ? [answer.message] : []))
    expect(sent.map(({ body, seq }) => [body, seq])).toEqual([
      ['one', 1],
      ['two', 2],
      ['three', 3],
    ])
  })

  test('one that is refused leaves the others', async () => {
    const { engine, say, moment, to } = await paced()
    const wrong = { ...say('to nobody'), to: 'agt-nobody' as AgentId } as Command
    const answers = Promise.allSettled([engine.command(say('one')), engine.command(wrong)])
    moment()
    expect((await answers).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(engine.state.agents.get(to)?.mailbox.map(({ body }) => body)).toEqual(['one'])
  })

  test('what looks something up finds all that came before in the store', async () => {
    const { engine, store, say, moment } = await paced()
    const first = engine.command(say('hello', 'key'))
    const again = engine.command(
      () =>
        ({
          ...say('hello', 'key'),
          earlier: store.messageByKey({ kind: 'human', via: 'window' }, 'key'),
        }) as Command,
    )
    moment()
    const [one, two] = await Promise.all([first, again])
    expect(one.kind === 'message' && two.kind === 'message' && two.message.id === one.message.id).toBe(true)
  })

  test('words that were said wait a little for others, and go along with whatever comes', async () => {
    const { engine, commits, clock, to } = await paced()
    const before = commits.length
    const say = (text: string): void =>
      engine.fact({ type: 'block.said', agent: to, run: 0, block: { kind: 'text', text } })
    for (const words of ['one', 'two', 'three']) say(words)
    clock.advance(19)
    expect(commits).toHaveLength(before)
    clock.advance(1)
    expect(commits).toHaveLength(before + 1)
    say('four')
    engine.look()
    expect(commits).toHaveLength(before + 2)
    clock.advance(100)
    expect(commits).toHaveLength(before + 2)
  })

  test('a turn comes to the same end as without, by fewer commits', async () => {
    const acts = ['one', 'two', 'three', 'four'].map((text): Act => ({ do: 'say', text }))
    const whole = async (pace?: Pace) => {
      const { engine, store, say, clock, commits, to } = await setUp(acts, pace)
      await engine.command(say('hello'))
      clock.advance(10_000)
      const rows = store
        .entries(to, null, 100)
        .map(({ kind, text, author }) => ({ kind, text, author: author.kind }))
      return { rows, commits: commits.length }
    }
    const [with20, without] = [await whole({ soon: (work) => work(), linger: 20 }), await whole()]
    expect(with20.rows).toEqual(without.rows)
    expect(with20.commits).toBeLessThan(without.commits)
  })

  test('nothing that waits is left behind at the end', async () => {
    const { engine, commits, to } = await paced()
    const before = commits.length
    engine.fact({ type: 'block.said', agent: to, run: 0, block: { kind: 'text', text: 'last words' } })
    engine.stop()
    expect(commits).toHaveLength(before + 1)
  })

  test('a full disk refuses the words that came together with it, but not that a call waits no more', async () => {
    const { engine, store, say, moment, to } = await paced()
    const asked = engine.command(say('a question'))
    moment()
    const answer = await asked
    if (answer.kind !== 'message') throw new Error('no message')
    const call = { agent: to, ticket: answer.message.id, call: null }
    await engine.command({ type: 'await.began', ...call })
    expect(engine.state.agents.get(to)?.awaits).toHaveLength(1)
    store.failNext(1)
    const refused = expect(engine.command(say('lost'))).rejects.toMatchObject({
      refusal: { code: 'storage_full' },
    })
    engine.fact({ type: 'await.ended', ...call, handed: false })
    await refused
    expect(engine.state.agents.get(to)?.awaits).toEqual([])
  })
})
