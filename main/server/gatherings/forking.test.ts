import { describe, expect, test } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import type { GatheringReport, ReplayReport } from '../../contract/api/reports.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import type { Act, Model } from '../../testkit/memory/backend.ts'

const names = ['Scout', 'Builder', 'Critic', 'Scribe'] as const
const say = (text: string): readonly Act[] => [{ do: 'say', text }]
const spoken = (name: string, prompt: string): readonly Act[] =>
  say(
    prompt.includes('[Janus: harvest of ')
      ? '## Decided\n\n- All [utt-0000000000]'
      : `${name} sees a leak.\nPASS`,
  )

/** A closed gathering of Scout and Builder with the harvest of Scribe; Critic sat elsewhere. */
async function closedCircle() {
  const known = new Map<AgentId, string>()
  const prompts: { name: string; prompt: string }[] = []
  const model: Model = (agent, prompt) => {
    const name = known.get(agent) ?? 'copy'
    prompts.push({ name, prompt })
    return spoken(name, prompt)
  }
  const janus = new ComposedJanus(model)
  for (const name of names) known.set((await janus.window('agents.create', { name })).id, name)
  const { id } = await janus.window('gatherings.convene', {
    topic: 'The leak',
    question: 'Where?',
    structure: [1, 1, 1],
    harvester: { name: 'Scribe' },
    participants: [{ name: 'Scout' }, { name: 'Builder', role: 'digs' }],
  })
  janus.clock.advance(60_000)
  const get = async (of: string) =>
    (await janus.as({ kind: 'api' }, 'gatherings.get', { id: of })) as GatheringReport
  const first = await get(id)
  expect(first.state).toBe('closed')
  const row = (phase: string, number: number) =>
    first.utterances.find((one) => one.phase === phase && one.number === number)?.id ?? ''
  const api = { kind: 'api' } as const
  return { janus, prompts, id, get, row, api, first }
}

describe('a fork by the API', () => {
  test('is as the earlier circle was, but for what is said otherwise; its members are given the words, it goes on there', async () => {
    const { janus, prompts, id, get, row, api } = await closedCircle()
    const before = janus.store.gathering(id as never)
    prompts.length = 0
    const utterance = row('hold', 1)
    const made = (await janus.as(api, 'gatherings.fork', {
      id,
      utterance,
      question: 'Where else?',
    })) as GatheringReport
    expect(made).toMatchObject({
      topic: 'The leak',
      question: 'Where else?',
      structure: [1, 1, 1],
      harvester: 'Scribe',
      forkedFrom: {
        gathering: id,
        utterance,
        name: 'Scout',
        number: 1,
        phase: 'hold',
        round: 1,
        begins: 'there',
      },
    })
    expect(made.participants.map(({ name, role }) => [name, role])).toEqual([
      ['Scout', ''],
      ['Builder', 'digs'],
    ])
    janus.clock.advance(60_000)
    // Builder is next; its prompt has the earlier texts, each with its author.
    const [next] = prompts
    expect(next?.name).toBe('Builder')
    const earlier = [
      ...(next?.prompt.matchAll(/^\[From seat (\d), "(\w+)", in the earlier gathering\]:\n(.*)$/gm) ?? []),
    ]
    expect(earlier.map(([, number, name, text]) => [number, name, text])).toEqual([
      ['1', 'Scout', 'Scout sees a leak.'],
      ['2', 'Builder', 'Builder sees a leak.'],
      ['1', 'Scout', 'Scout sees a leak.'],
    ])
    expect(next?.prompt.indexOf('in the earlier gathering')).toBeLessThan(
      next?.prompt.lastIndexOf('[Janus: you have the talking piece]') ?? 0,
    )
    const done = await get(made.id)
    expect(done).toMatchObject({ state: 'closed', closedBecause: 'every round was spoken' })
    expect((await get(id)).forks).toMatchObject([{ gathering: made.id, topic: 'The leak', utterance }])
    const { forks: _forks, ...after } = janus.store.gathering(id as never) ?? {}
    const { forks: _none, ...was } = before ?? {}
    expect(after).toEqual(was)
    const shown = await janus.window('gatherings.export', { id: made.id })
    expect(shown.markdown).toContain(`Forked from The leak (\`${id}\`) at \`${utterance}\``)
    expect((await janus.window('gatherings.export', { id })).markdown).toContain(
      `Forked into The leak (\`${made.id}\`)`,
    )
  })

  test('stops and asks at the caps that the earlier circle had at first', async () => {
    const { janus, id, row, api, first } = await closedCircle()
    const caps = { maxTurns: 9, maxTokens: 70_000, maxCost: 4 }
    const capped = await janus.window('gatherings.convene', {
      topic: 'Capped',
      question: 'Where?',
      structure: [1, 1, 1],
      harvester: { name: 'Scribe' },
      participants: [{ name: 'Scout' }, { name: 'Builder' }],
      ...caps,
    })
    janus.clock.advance(60_000)
    const [, said] = ((await janus.as(api, 'gatherings.get', { id: capped.id })) as GatheringReport)
      .utterances
    const forked = (await janus.as(api, 'gatherings.fork', {
      id: capped.id,
      utterance: said?.id ?? '',
    })) as GatheringReport
    const now = janus.engine.state.gatherings.get(forked.id as never)
    expect(now).toMatchObject(caps)
    janus.clock.advance(60_000)
    const free = (await janus.as(api, 'gatherings.fork', {
      id,
      utterance: row('hold', 1),
    })) as GatheringReport
    expect(free.limit).toEqual(first.limit)
  })

  test('asked twice with one key is one', async () => {
    const { janus, id, row, api } = await closedCircle()
    const input = { id, utterance: row('hold', 1), idempotencyKey: 'once' }
    const one = await janus.as(api, 'gatherings.fork', input)
    const two = await janus.as(api, 'gatherings.fork', input)
    expect((two as GatheringReport).id).toBe((one as GatheringReport).id)
    const copied = { ...input, idempotencyKey: 'copies', copies: true }
    const three = await janus.as(api, 'gatherings.fork', copied)
    const count = (await janus.window('agents.list', {})).length
    const four = await janus.as(api, 'gatherings.fork', copied)
    expect((four as GatheringReport).id).toBe((three as GatheringReport).id)
    expect(await janus.window('agents.list', {})).toHaveLength(count)
  })

  test('of agents that sit elsewhere is refused, with the reason; copies of them may sit', async () => {
    const { janus, id, row, api } = await closedCircle()
    await janus.window('gatherings.convene', {
      topic: 'Elsewhere',
      question: 'Who?',
      harvester: { name: 'Scribe' },
      user: { number: 1, holds: true },
      participants: [{ name: 'Scout' }],
    })
    const utterance = row('hold', 1)
    await expect(janus.as(api, 'gatherings.fork', { id, utterance })).rejects.toThrow(
      'is in the gathering "Elsewhere"',
    )
    const agents = await janus.window('agents.list', {})
    expect(agents).toHaveLength(4)
    const made = (await janus.as(api, 'gatherings.fork', { id, utterance, copies: true })) as GatheringReport
    expect(made.participants.map(({ name }) => name)).toEqual(['Scout 2', 'Builder 2'])
    expect(made.harvester).toBe('Scribe 2')
  })

  test('with copies has who is of another machine themselves: nobody there can be copied', async () => {
    const { janus, id, row, api } = await closedCircle()
    const presence = { v: 1, min: 1, version: '', incarnation: '', agents: [], heard: {}, roster: [] }
    await janus.engine.command({ type: 'machines.known', self: 'attic', others: ['barn'] })
    await janus.engine.command({
      type: 'machine.present',
      machine: 'barn',
      presence: { ...presence, user: 'Ann' },
    })
    const made = (await janus.as(api, 'gatherings.fork', {
      id,
      utterance: row('hold', 1),
      begins: 'anew',
      copies: true,
      participants: [{ name: 'Scout' }, { agent: 'Ann@barn' }],
    })) as GatheringReport
    expect(made.participants.map(({ name }) => name)).toEqual(['Scout 2', 'Ann@barn'])
  })

  test('from what is not there, or of nobody, is refused', async () => {
    const { janus, id, row, api } = await closedCircle()
    await expect(janus.as(api, 'gatherings.fork', { id, utterance: 'utt-zzzzzzzzzz' })).rejects.toThrow(
      'There is no',
    )
    const again = { id, utterance: row('exhale', 2), begins: 'there' } as const
    await expect(janus.as(api, 'gatherings.fork', again)).rejects.toThrow('Let it begin again')
    await janus.window('agents.close', { agent: 'Builder', forever: true })
    await expect(janus.as(api, 'gatherings.fork', { id, utterance: row('hold', 1) })).rejects.toThrow()
  })

  test('of one that began again counts nothing of what was said before that breath', async () => {
    const { janus, prompts, id, get, row, api } = await closedCircle()
    const fork = async (input: { id: string; utterance: string; begins?: 'there' | 'anew' }) =>
      (await janus.as(api, 'gatherings.fork', input)) as GatheringReport
    const again = await fork({ id, utterance: row('hold', 1), begins: 'anew' })
    janus.clock.advance(60_000)
    const [before, after] = (await get(again.id)).utterances.filter(
      ({ phase, number }) => phase === 'inhale' && number === 1,
    )
    prompts.length = 0
    const there = await fork({ id: again.id, utterance: after?.id ?? '', begins: 'there' })
    janus.clock.advance(60_000)
    // Builder spoke in the inhale of the first circle, and still has its turn in this one.
    expect(prompts[0]?.name).toBe('Builder')
    const { utterances } = await get(there.id)
    const told = utterances.filter(({ phase, kind }) => phase === 'inhale' && kind === 'said')
    expect(told.map(({ number }) => number)).toEqual([1, 2, 1, 2])
    const index = janus.store.gathering(there.id as never)?.index ?? []
    expect(index.map(({ earlier }) => earlier ?? false)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ])
    // A row before the new breath is no valid fork point.
    const early = { id: again.id, utterance: before?.id ?? '' }
    await expect(fork({ ...early, begins: 'there' })).rejects.toThrow('a new breath began after it')
    expect((await fork(early)).forkedFrom).toMatchObject({ begins: 'anew' })
  })

  test('is told of before: how it begins, what is given, and what stays under seal', async () => {
    const { janus, id, row } = await closedCircle()
    const plan = {
      topic: 'The leak',
      question: 'Where?',
      structure: [1, 1, 1] as [number, number, number],
      participants: [{ name: 'Scout' }, { name: 'Builder' }],
      harvester: { name: 'Scribe' },
    }
    const asked = (utterance: string, more: object = {}) =>
      janus.window('gatherings.preview', { ...plan, ...more, fork: { gathering: id, utterance } })
    expect((await asked(row('inhale', 1))).fork).toEqual({
      begins: 'there',
      canGoOn: true,
      given: 0,
      sealed: 1,
    })
    const there = await asked(row('hold', 2))
    const again = await janus.window('gatherings.preview', {
      ...plan,
      fork: { gathering: id, utterance: row('hold', 2), begins: 'anew' },
    })
    expect([there.turns, there.modelTurns.likely]).toEqual([2, [3, 4]])
    expect([again.turns, again.modelTurns.likely]).toEqual([6, [7, 10]])
    expect(there.modelTurns.most).toBeLessThan(again.modelTurns.most)
    expect(there.time).toBeLessThan(again.time)
    expect(there.fork).toEqual({
      begins: 'there',
      canGoOn: true,
      given: 4,
      sealed: 0,
    })
    expect((await asked(row('exhale', 2))).fork).toMatchObject({ begins: 'anew', canGoOn: false, given: 6 })
    const longer = { structure: [1, 1, 2] as [number, number, number] }
    expect((await asked(row('exhale', 2), longer)).fork).toMatchObject({ begins: 'there', canGoOn: true })
    const swapped = { participants: [{ name: 'Builder' }, { name: 'Scout' }] }
    expect((await asked(row('hold', 1), swapped)).fork).toMatchObject({ begins: 'anew', canGoOn: false })
  })
})

describe('a replay by the API', () => {
  test('tells how the circle stood after a step, and what had been said, with nothing that was under seal', async () => {
    const { janus, id, api, first } = await closedCircle()
    const at = async (step?: number) =>
      (await janus.as(api, 'gatherings.replay', step === undefined ? { id } : { id, step })) as ReplayReport
    const shut = await at(2)
    expect(shut).toMatchObject({
      step: 2,
      phase: 'inhale',
      round: 1,
      holder: 1,
      at: expect.stringMatching(/Z$/),
    })
    expect(shut.seats.map(({ state }) => state)).toEqual(['speaks', 'then'])
    expect(shut.utterances.map(({ text }) => text)).toEqual(['The inhale begins.', null])
    const opened = await at(4)
    expect(opened.utterances[1]?.text).toBe('Scout sees a leak.')
    // The closing is its own step.
    const rows = first.utterances.length
    const last = await at(rows)
    expect([last.step, last.holder, last.utterances.length]).toEqual([rows, 2, rows])
    const end = await at()
    expect([end.of, end.utterances.length]).toEqual([rows + 1, rows])
    expect(end.step).toBe(end.of)
    expect(end.seats.map(({ state }) => state)).toEqual(['spoke', 'spoke'])
    expect(end.holder).toBeNull()
  })
})
