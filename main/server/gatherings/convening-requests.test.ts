import { describe, expect, test } from 'vitest'
import type { RequestInput } from '../../contract/api/requests.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'

const names = ['Scout', 'Builder', 'Critic', 'Schema', 'Scribe'] as const

const plan: RequestInput<'gatherings.convene'> = {
  topic: 'Ship on Friday?',
  question: 'What would make us regret it?',
  structure: [2, 2, 2],
  participants: ['Scout', 'Builder', 'Critic', 'Schema'].map((name) => ({ name })),
  harvester: { name: 'Scribe' },
}

/** Five agents that have said nothing yet. */
async function circle(): Promise<ComposedJanus> {
  const janus = new ComposedJanus(() => [])
  for (const name of names) await janus.window('agents.create', { name })
  return janus
}

describe('a preview', () => {
  test('tells turns, model turns, time and what stands against it, and changes nothing', async () => {
    const janus = await circle()
    const human = { number: 4 }
    const shown = await janus.window('gatherings.preview', {
      ...plan,
      structure: undefined,
      rhythm: 'decide',
      human,
    })
    expect(shown).toMatchObject({
      problems: [],
      turns: 30,
      rounds: 6,
      structure: [2, 2, 2],
      modelTurns: { likely: [25, 37], most: 97 },
    })
    const double = await janus.window('gatherings.preview', { ...plan, harvester: { name: 'Scout' } })
    expect(double).toMatchObject({
      problems: ['Seat 1 and the harvester are both the tab of Scout. Take one of them out.'],
      problemAt: 1,
    })
    const unknown = await janus.window('gatherings.preview', { ...plan, participants: [{ name: 'Nobody' }] })
    expect(unknown.problems[0]).toContain('There are: Scout, Builder')
    await janus.window('agents.stop', { agent: 'Critic' })
    const warned = await janus.window('gatherings.preview', plan)
    expect(warned.warnings).toEqual(['Critic is stopped: it is passed over until you start it.'])
    const other = { name: 'Diver', spawn: { kind: 'codex' as const } }
    const capped = { ...plan, participants: [...plan.participants.slice(0, 2), other], maxCost: 1 }
    expect((await janus.window('gatherings.preview', capped)).warnings).toContain(
      'The cap on money does not count Diver: no price is told of their turns. A cap on tokens does.',
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
    const janus = await circle()
    const twins = ['Intern', name].map((one) => ({ name: one, spawn: {} }))
    const wish = { ...plan, participants: [...plan.participants.slice(0, 2), ...twins] }
    const { problems, problemAt } = await janus.window('gatherings.preview', wish)
    expect(problems).toEqual([expect.stringContaining(words)])
    expect(problemAt).toBe(4)
  })

  test('a rhythm of one’s own is kept, an unknown one is refused with those that there are', async () => {
    const janus = await circle()
    await janus.window('rhythms.keep', {
      name: 'Monday',
      structure: [1, 2, 1],
      beatsPerTurn: 1,
      beatIntervalSeconds: 5,
      opening: 'Short words, please.',
    })
    const { id, structure } = await janus.window('gatherings.convene', {
      ...plan,
      structure: undefined,
      rhythm: 'monday',
    })
    expect(structure).toEqual([1, 2, 1])
    expect(janus.store.gathering(id)).toMatchObject({ rhythm: 'Monday', opening: 'Short words, please.' })
    await expect(janus.window('gatherings.preview', { ...plan, rhythm: 'never' })).resolves.toMatchObject({
      problems: [expect.stringContaining('check-in')],
    })
  })
})
