import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { RequestInput } from '../../contract/api/requests.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'

const place = realpathSync(mkdtempSync(join(tmpdir(), 'janus-convening-')))
afterAll(() => rmSync(place, { recursive: true, force: true }))

const plan: RequestInput<'gatherings.convene'> = {
  topic: 'The ferry on Friday',
  question: 'Does the ferry sail on Friday?',
  structure: [1, 1, 1],
  participants: [{ name: 'Scout' }, { name: 'Builder' }],
  harvester: { name: 'Scribe' },
}

/** Two speakers in these folders, and a harvester in another. */
async function circle(scout: string, builder: string): Promise<ComposedJanus> {
  const janus = new ComposedJanus(() => [{ do: 'say', text: 'The ferry sails on Friday evening.\nPASS' }])
  await janus.window('agents.create', { name: 'Scout', cwd: scout })
  await janus.window('agents.create', { name: 'Builder', cwd: builder })
  await janus.window('agents.create', { name: 'Scribe', cwd: '/' })
  return janus
}

describe('what a gathering brings forth is kept', () => {
  test('in the folder in which all who speak work, as the preview says', async () => {
    const janus = await circle(place, place)
    expect((await janus.window('gatherings.preview', plan)).harvestFolder).toBe(place)
    const { id } = await janus.window('gatherings.convene', plan)
    expect(janus.engine.state.gatherings.get(id)?.folder).toBe(place)
  })

  test('in Janus’s own where they work in several', async () => {
    const janus = await circle(place, '/')
    expect((await janus.window('gatherings.preview', plan)).harvestFolder).toBeNull()
    const made = { name: 'Intern', spawn: { cwd: '/' } }
    const shared = { ...plan, participants: [{ name: 'Builder' }, made] }
    expect((await janus.window('gatherings.preview', shared)).harvestFolder).toBe('/')
  })

  test('in the folder of the agent that proposed it', async () => {
    const janus = await circle(place, '/')
    const scribe = [...janus.engine.state.agents.values()].find(({ agent }) => agent.name === 'Scribe')
    const caller = { kind: 'agent', id: scribe?.agent.id ?? 'agt-none' } as const
    const { id } = await janus.as(caller, 'gatherings.convene', plan)
    expect(janus.engine.state.gatherings.get(id)?.folder).toBe('/')
  })
})

test('a passage of the past is what members wrote to each other, once, and nothing that was said to the user', async () => {
  const janus = await circle(place, place)
  await janus.window('agents.create', { name: 'Outsider', cwd: place })
  const ids = new Map([...janus.engine.state.agents.values()].map(({ agent }) => [agent.name, agent.id]))
  const write = (from: string, agent: string, message: string): Promise<unknown> =>
    janus.as({ kind: 'agent', id: ids.get(from) ?? 'agt-none' }, 'messages.send', { agent, message })
  await janus.window('messages.send', {
    agent: 'Scout',
    message: 'The ferry sails on Friday, I tell you alone.',
  })
  await write('Scout', 'Builder', 'The ferry on Friday sails from the north pier.')
  await write('Scout', 'Scribe', 'From the north pier the ferry sails on Friday.')
  await write('Scout', 'Builder', 'Does the ferry on Friday sail at all? Tell me exactly.')
  await write('Outsider', 'Scout', 'The ferry on Friday is mine to decide, I think.')
  await write('Scout', 'Outsider', 'The ferry on Friday is none of your business.')
  janus.clock.advance(60_000)
  const { id } = await janus.window('gatherings.convene', plan)
  const passages = janus.engine.state.gatherings.get(id)?.passages ?? []
  expect(passages.map((one) => `${one.from === 'tab' ? one.authorName : ''}: ${one.text}`)).toEqual([
    expect.stringMatching(/^Scout: .*north pier/),
  ])
})

test('one more beat raises a cap that has room for every beat, and no closer one', async () => {
  const janus = await circle(place, place)
  const { id: open } = await janus.window('gatherings.convene', plan)
  const most = janus.engine.state.gatherings.get(open)?.maxTurns ?? 0
  await janus.window('gatherings.steer', { id: open, verb: 'extend' })
  expect(janus.engine.state.gatherings.get(open)?.maxTurns).toBe(most + 1)
  const other = await circle(place, place)
  const { id: close } = await other.window('gatherings.convene', { ...plan, maxTurns: 5 })
  await other.window('gatherings.steer', { id: close, verb: 'extend' })
  expect(other.engine.state.gatherings.get(close)).toMatchObject({ maxTurns: 5, piece: { beats: 4 } })
})

test('a preview of what cannot start still shows the breath of its preset, in any case of letters', async () => {
  const janus = new ComposedJanus(() => [])
  const shown = await janus.window('gatherings.preview', {
    topic: 'Ship on Friday?',
    question: 'What would make us regret it?',
    rhythm: ' Review',
    participants: [{ name: 'Nobody' }],
    harvester: { name: 'Nobody' },
  })
  expect(shown.problems).toHaveLength(1)
  expect(shown.structure).toEqual([2, 3, 2])
})

const names = ['Scout', 'Builder', 'Critic', 'Schema', 'Scribe'] as const

const planOfFive: RequestInput<'gatherings.convene'> = {
  topic: 'Ship on Friday?',
  question: 'What would make us regret it?',
  structure: [2, 2, 2],
  participants: ['Scout', 'Builder', 'Critic', 'Schema'].map((name) => ({ name })),
  harvester: { name: 'Scribe' },
}

async function circleOfFive(): Promise<ComposedJanus> {
  const janus = new ComposedJanus(() => [])
  for (const name of names) await janus.window('agents.create', { name })
  return janus
}

describe('a preview', () => {
  test('tells turns, model turns, time and what stands against it, and changes nothing', async () => {
    const janus = await circleOfFive()
    const user = { number: 4 }
    const shown = await janus.window('gatherings.preview', {
      ...planOfFive,
      structure: undefined,
      rhythm: 'decide',
      user,
    })
    expect(shown).toMatchObject({
      problems: [],
      turns: 30,
      rounds: 6,
      structure: [2, 2, 2],
      modelTurns: { likely: [25, 37], most: 97 },
    })
    const double = await janus.window('gatherings.preview', { ...planOfFive, harvester: { name: 'Scout' } })
    expect(double).toMatchObject({
      problems: ['Seat 1 and the harvester are both the tab of Scout. Take one of them out.'],
      problemAt: 1,
    })
    const unknown = await janus.window('gatherings.preview', {
      ...planOfFive,
      participants: [{ name: 'Nobody' }],
    })
    expect(unknown.problems[0]).toContain('There are: Scout, Builder')
    await janus.window('agents.stop', { agent: 'Critic' })
    const warned = await janus.window('gatherings.preview', planOfFive)
    expect(warned.warnings).toEqual(['Critic is stopped: it is skipped until you start it.'])
    const other = { name: 'Diver', spawn: { kind: 'codex' as const } }
    const capped = {
      ...planOfFive,
      participants: [...planOfFive.participants.slice(0, 2), other],
      maxCost: 1,
    }
    expect((await janus.window('gatherings.preview', capped)).warnings).toContain(
      'The limit in dollars does not count Diver, whose turns report no price. A limit in tokens does.',
    )
    const uncapped = { ...capped, maxCost: undefined }
    expect((await janus.window('gatherings.preview', uncapped)).warnings.join()).not.toContain('Diver')
    expect(janus.engine.state.gatherings.size).toBe(0)
  })

  test.each([
    ['', 'A name has at least one letter or digit.'],
    ['Al/ex', '"/" (U+002F) cannot be in a name'],
    ['Human', '"Human" is reserved, for agents would take it for somebody else'],
    ['Scout', 'Seat 1 and seat 4 are both called Scout. Give one of them another name.'],
    ['lntern', '"lntern" looks like "Intern"'],
  ])('says which new tab has a wrong name: “%s”', async (name, words) => {
    const janus = await circleOfFive()
    const twins = ['Intern', name].map((one) => ({ name: one, spawn: {} }))
    const wish = { ...planOfFive, participants: [...planOfFive.participants.slice(0, 2), ...twins] }
    const { problems, problemAt } = await janus.window('gatherings.preview', wish)
    expect(problems).toEqual([expect.stringContaining(words)])
    expect(problemAt).toBe(4)
  })

  test('a rhythm of one’s own is kept, an unknown one is refused with those that there are', async () => {
    const janus = await circleOfFive()
    await janus.window('rhythms.keep', {
      name: 'Monday',
      structure: [1, 2, 1],
      beatsPerTurn: 1,
      beatIntervalSeconds: 5,
      opening: 'Short words, please.',
    })
    const { id, structure } = await janus.window('gatherings.convene', {
      ...planOfFive,
      structure: undefined,
      rhythm: 'monday',
    })
    expect(structure).toEqual([1, 2, 1])
    expect(janus.store.gathering(id)).toMatchObject({ rhythm: 'Monday', opening: 'Short words, please.' })
    await expect(
      janus.window('gatherings.preview', { ...planOfFive, rhythm: 'never' }),
    ).resolves.toMatchObject({
      problems: [expect.stringContaining('check-in')],
    })
  })
})
