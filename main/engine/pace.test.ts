import { describe, expect, test, vi } from 'vitest'
import type { AgentId } from '../contract/api/model.ts'
import type { Command } from '../core/step/events.ts'
import { noTokens } from '../contract/budget/budget.ts'
import type { Act } from '../testkit/memory/acts.ts'
import type { Store } from '../ports/ports.ts'
import { createCommand } from '../testkit/factories/factories.ts'
import { openEngine } from '../testkit/open-engine.ts'

describe('what is saved together', () => {
  async function paced() {
    const due: (() => void)[] = []
    const set = await openEngine([{ do: 'say', text: 'yes' }], (work) => due.push(work))
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
          earlier: store.messageByKey({ kind: 'user', via: 'window' }, 'key'),
        }) as Command,
    )
    moment()
    const [one, two] = await Promise.all([first, again])
    expect(one.kind === 'message' && two.kind === 'message' && two.message.id === one.message.id).toBe(true)
  })

  test('what a model says goes with what it has used for it', async () => {
    const { engine, commits, to, moment } = await paced()
    const before = commits.length
    const of = { agent: to, run: 0 }
    engine.fact({ type: 'block.said', ...of, block: { kind: 'text', text: 'words' } })
    engine.fact({ type: 'turn.used', ...of, tokens: noTokens })
    expect(commits).toHaveLength(before)
    moment()
    expect(commits).toHaveLength(before + 1)
  })

  test('what waits is done before anything else: nothing that follows from it comes too late', async () => {
    const { engine, commits, say, to } = await paced()
    const before = commits.length
    engine.fact({ type: 'block.said', agent: to, run: 0, block: { kind: 'text', text: 'words' } })
    const sent = engine.command(say('hello'))
    engine.fact({ type: 'process.health', agent: to, run: 0, warning: null })
    expect(commits[before]?.some(({ table }) => table === 'message')).toBe(true)
    expect(commits.length).toBeGreaterThan(before + 1)
    await sent
  })

  test('look() saves gathered events, stop() drops them', async () => {
    const { engine, commits, clock, to, moment } = await paced()
    const say = (text: string): void =>
      engine.fact({ type: 'block.said', agent: to, run: 0, block: { kind: 'text', text } })
    const before = commits.length
    say('last words')
    engine.look()
    const kept = commits.length
    expect(kept).toBeGreaterThan(before)
    say('words that nobody hears')
    engine.stop()
    moment()
    clock.advance(1000)
    expect(commits).toHaveLength(kept)
  })

  test('on a full disk a command is refused, but the end of an await that came with it is kept', async () => {
    const { engine, store, say, moment, to } = await paced()
    const asked = engine.command(say('a question'))
    moment()
    const answer = await asked
    if (answer.kind !== 'message') throw new Error('no message')
    const call = { agent: to, ticket: answer.message.id, call: null }
    await engine.command({ type: 'await.began', ...call })
    expect(engine.state.agents.get(to)?.awaits).toHaveLength(1)
    const refused: unknown[] = []
    await engine.command(() => {
      engine.command(createCommand('other')).catch((error: unknown) => refused.push(error))
      engine.fact({ type: 'await.ended', ...call, handed: false })
      store.failNext(2)
      return say('words') as Command
    })
    expect(refused).toMatchObject([{ refusal: { code: 'storage_full' } }])
    expect(engine.state.agents.get(to)?.awaits).toEqual([])
  })
})

describe('which commits wait for the disk', () => {
  /** Records how each commit was saved, and each effect, in order. */
  async function watched(acts?: readonly Act[]) {
    const set = await openEngine(acts)
    const order: string[] = []
    const { backend } = set
    const store: Store = set.store
    const [commit, perform] = [store.commit.bind(store), backend.perform.bind(backend)]
    vi.spyOn(store, 'commit').mockImplementation((rows, kept) => {
      order.push(kept ?? 'synced')
      commit(rows)
    })
    vi.spyOn(backend, 'perform').mockImplementation((effect) => {
      order.push(effect.do)
      perform(effect)
    })
    return { ...set, order }
  }

  test('reports of a program do not wait for the disk, commands do', async () => {
    const { engine, order, say, clock, to } = await watched()
    await engine.command(say('hello'))
    expect(order[0]).toBe('synced')
    clock.advance(10_000)
    order.length = 0
    engine.fact({ type: 'turn.used', agent: to, run: 1, tokens: noTokens })
    engine.fact({ type: 'context.told', agent: to, run: 1, context: { used: 1000, size: 200_000 } })
    expect(order).toEqual(['written'])
  })

  test('no effect runs before its cause is synced', async () => {
    const { engine, order, say, clock } = await watched([
      { do: 'tool', ms: 1000, call: () => undefined },
      { do: 'tool', ms: 1000, call: () => undefined },
      { do: 'say', text: 'yes' },
    ])
    const peer = await engine.command(createCommand('peer'))
    const from = { kind: 'agent', id: peer.kind === 'agent' ? peer.agent : null }
    const high = (words: string) =>
      engine.command({ ...say(words), from, fromName: 'peer', priority: 'high' } as Command)
    await engine.command(say('begin'))
    clock.advance(500)
    // The first is steered into the running turn, the second after the program reports having read the first.
    await high('one')
    await high('two')
    clock.advance(10_000)
    expect(order.filter((what) => what === 'agent.write')).toHaveLength(3)
    expect(order).toContain('written')
    for (const [at, what] of order.entries())
      if (what !== 'synced' && what !== 'written')
        expect(order.slice(0, at).findLast((one) => one === 'synced' || one === 'written')).toBe('synced')
  })

  test('a retried commit is synced', async () => {
    const { engine, order, store, clock, to } = await watched()
    clock.advance(10_000)
    store.failNext(1)
    engine.fact({ type: 'context.told', agent: to, run: 0, context: { used: 1000, size: 200_000 } })
    order.length = 0
    clock.advance(2000)
    expect(order[0]).toBe('synced')
  })
})
