import { describe, expect, test } from 'vitest'
import type { AgentId } from './contract/model.ts'
import type { Command } from './core/events.ts'
import { noTokens } from './contract/budget.ts'
import { openEngine } from './testing/open-engine.ts'

describe('what is saved together', () => {
  /** An engine with a pace whose moment comes when the test says so. */
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
          earlier: store.messageByKey({ kind: 'human', via: 'window' }, 'key'),
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

  test('what waits is saved when it is asked to look, and gone when it is stopped', async () => {
    const { engine, commits, clock, to } = await paced()
    const before = commits.length
    const say = (text: string): void =>
      engine.fact({ type: 'block.said', agent: to, run: 0, block: { kind: 'text', text } })
    say('last words')
    engine.look()
    expect(commits).toHaveLength(before + 1)
    say('words that nobody hears')
    engine.stop()
    clock.advance(1000)
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
