import type { GatheringReport } from '../../contract/api/reports.ts'
import { describe, expect, test } from 'vitest'
import type { FeedEvent } from '../../contract/api/feed.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { RequestInput } from '../../contract/api/requests.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import type { Act, Model } from '../../testkit/memory/backend.ts'

const names = ['Scout', 'Builder', 'Critic', 'Schema', 'Scribe'] as const
const say = (text: string): readonly Act[] => [{ do: 'say', text }]

async function circle(answer: (name: string, prompt: string) => readonly Act[] = spoken) {
  const known = new Map<AgentId, string>()
  const prompts: { name: string; prompt: string }[] = []
  const model: Model = (agent, prompt) => {
    const name = known.get(agent) ?? ''
    prompts.push({ name, prompt })
    return answer(name, prompt)
  }
  const janus = new ComposedJanus(model)
  const ids = new Map<string, AgentId>()
  for (const name of names) {
    const { id } = await janus.window('agents.create', { name })
    known.set(id, name)
    ids.set(name, id)
  }
  const told: FeedEvent[] = []
  janus.feed.subscribe((event) => told.push(event))
  const as = (name: string) => ({ kind: 'agent' as const, id: ids.get(name) ?? 'agt-none' })
  return { janus, prompts, told, as }
}

/** Speaks and passes; harvests a task and a document. */
function spoken(name: string, prompt: string): readonly Act[] {
  if (!prompt.includes('[Janus: harvest of '))
    return say(`${name} has something to say about the ferry.\nPASS`)
  const [first = ''] = /utt-[0-9a-z]{10}/.exec(prompt) ?? []
  return say(
    [
      '## Decided',
      `- Ship behind a flag [${first}, utt-0000000000]`,
      '## Open',
      '## Dissent',
      `- Critic would wait [${first}]`,
      '## Next',
      'Nothing.',
      '```todo',
      'Own the window',
      '```',
      '```doc docs/flag.md',
      '# The flag',
      '```',
    ].join('\n'),
  )
}

const plan: RequestInput<'gatherings.convene'> = {
  topic: 'Ship on Friday?',
  question: 'What would make us regret it?',
  structure: [2, 2, 2],
  participants: ['Scout', 'Builder', 'Critic', 'Schema'].map((name) => ({ name })),
  harvester: { name: 'Scribe' },
}

const words = ({ utterances }: GatheringReport) =>
  utterances.filter(({ kind }) => kind === 'said' || kind === 'passed')

describe('a gathering 2-2-2 of four agents and a harvester', () => {
  test('takes 25 model turns, gives everybody the words of all others, and keeps its harvest', async () => {
    const { janus, prompts, told } = await circle()
    const { id } = await janus.window('gatherings.convene', plan)
    janus.clock.advance(60_000)
    const g = await janus.as({ kind: 'api' }, 'gatherings.get', { id })
    expect(g).toMatchObject({
      state: 'closed',
      turns: 25,
      closedBecause: 'every round was spoken',
      holder: null,
    })
    expect(prompts).toHaveLength(25)
    expect(words(g).map(({ number, phase, round }) => `${phase} ${String(round)} ${String(number)}`)).toEqual(
      ['inhale', 'hold', 'exhale'].flatMap((phase) =>
        [1, 2].flatMap((round) => [1, 2, 3, 4].map((seat) => `${phase} ${String(round)} ${String(seat)}`)),
      ),
    )
    // Everyone got the others' texts once, in the order in which they were opened.
    for (const { name, id } of await janus.window('agents.list', {})) {
      const { items } = await janus.log('agent', id)
      const heard = items.filter(({ kind }) => kind === 'peer').map(({ authorName }) => authorName)
      const all = words(g).map((one) => one.name)
      const last = all.lastIndexOf(name)
      const expected = name === 'Scribe' ? all : all.slice(0, last).filter((one) => one !== name)
      expect(heard).toEqual(expected)
    }
    const file = janus.harvests.look(null, { kind: 'doc', path: 'docs/flag.md', text: '' })
    expect(file.before).toBeNull()
    const { markdown, name } = await janus.window('gatherings.export', { id })
    expect(name).toBe('Ship-on-Friday.md')
    for (const one of words(g)) expect(markdown).toContain(one.id)
    expect(markdown).toContain('## Trail')
    expect(g.path).toContain('ship-on-friday')
    const view = told.flatMap((event) => (event.kind === 'gathering' ? [event.gathering] : [])).at(-1)
    expect(view?.harvest).toMatchObject({
      decided: [
        { text: 'Ship behind a flag', sources: [{ number: 1, name: 'Scout', phase: 'inhale', round: 1 }] },
      ],
      open: [],
      dissent: [{ text: 'Critic would wait', isUnfounded: false }],
      next: [{ text: 'Nothing.', sources: [], isUnfounded: false }],
      cards: [
        { kind: 'todo', text: 'Own the window', state: 'proposed' },
        { kind: 'doc', path: 'docs/flag.md', state: 'proposed' },
      ],
    })
  })

  test('files what it proposes on a click, as it was shown, once', async () => {
    const { janus } = await circle()
    const { id } = await janus.window('gatherings.convene', { ...plan, structure: [1, 1, 1] })
    janus.clock.advance(60_000)
    const [todo, doc] = janus.store.gathering(id)?.harvest?.cards ?? []
    if (!todo || !doc) throw new Error('no cards')
    const shown = await janus.window('gatherings.card', { id, card: doc.id })
    expect(shown).toMatchObject({ before: null, problem: '' })
    expect(shown.after).toContain('# The flag')
    const file = { id, card: doc.id, decision: 'file' } as const
    await expect(janus.window('gatherings.file', file)).rejects.toThrow('Look at what it would change first')
    await expect(janus.window('gatherings.file', { ...file, hash: 'other' })).rejects.toThrow()
    await janus.window('gatherings.file', { ...file, hash: shown.hash })
    expect(janus.store.gathering(id)?.harvest?.cards[1]?.state).toBe('filed')
    await expect(janus.window('gatherings.file', { ...file, hash: shown.hash })).rejects.toThrow(
      'filed already',
    )
    await janus.window('gatherings.file', { id, card: todo.id, decision: 'refuse' })
    expect(janus.store.gathering(id)?.harvest?.cards[0]?.state).toBe('refused')
  })
})

test('a speech too long for the circle is cut there, and passes by its own end', async () => {
  const { janus } = await circle((name, prompt) =>
    prompt.includes('[Janus: harvest of ')
      ? spoken(name, prompt)
      : say(`${'word '.repeat(20_000)}\n\nPASS: Schema`),
  )
  const { id } = await janus.window('gatherings.convene', { ...plan, structure: [1, 1, 1], sealed: false })
  janus.clock.advance(60_000)
  const [first, second] = words(await janus.as({ kind: 'api' }, 'gatherings.get', { id }))
  expect(first?.text).toContain('more characters stand in its own tab')
  expect(second?.name).toBe('Schema')
})

describe('words under seal', () => {
  test('are in no look, no search, no report and no window before they open', async () => {
    const secret = 'The wheelhouse door has no lock.'
    const { janus, as, told } = await circle((name) =>
      name === 'Scout' ? say(`${secret}\nPASS`) : say('Something else altogether.\nPASS'),
    )
    const user = { number: 2 }
    const { id } = await janus.window('gatherings.convene', { ...plan, structure: [1, 1, 1], user })
    janus.clock.advance(1000)
    const under = async () => [
      JSON.stringify(await janus.window('gatherings.get', { id })),
      JSON.stringify(await janus.log('gathering', id)),
      JSON.stringify(await janus.as(as('Builder'), 'gatherings.get', { id })),
      JSON.stringify(await janus.as(as('Builder'), 'transcript.look', { agent: 'Scout' })),
      JSON.stringify(await janus.as({ kind: 'api' }, 'transcript.look', { agent: 'Scout' })),
      JSON.stringify(await janus.window('history.search', { q: 'wheelhouse' })),
      JSON.stringify(await janus.as(as('Builder'), 'history.search', { q: 'wheelhouse' })),
      (await janus.window('gatherings.export', { id })).markdown,
      JSON.stringify(told.filter(({ kind }) => ['gathering', 'utterances', 'agent'].includes(kind))),
    ]
    const lastLine = () => told.findLast((event) => event.kind === 'agent' && event.agent.name === 'Scout')
    expect((await janus.window('gatherings.get', { id })).piece).toMatchObject({ number: 2, name: 'mo' })
    expect(lastLine()).toMatchObject({
      agent: { lastLine: 'Hidden until everyone has spoken in this round' },
    })
    const lines = told.flatMap((event) =>
      event.kind === 'agent' && event.agent.name === 'Scout' ? event.agent : [],
    )
    for (const { status, lastLine: line } of lines)
      if (status === 'working') expect(line).not.toBe('Hidden until everyone has spoken in this round')
    for (const one of await under()) expect(one).not.toContain('wheelhouse door')
    const tooLong = { id, text: 'ø'.repeat(31_000) }
    await expect(janus.window('gatherings.say', tooLong)).rejects.toThrow('60 KiB')
    await expect(janus.window('gatherings.say', { ...tooLong, host: true })).rejects.toThrow('60 KiB')
    await janus.window('gatherings.say', { id, text: 'I begin where I sit.' })
    janus.clock.advance(1000)
    for (const one of await under()) expect(one).toContain('wheelhouse')
    expect(lastLine()).toMatchObject({ agent: { lastLine: secret } })
    await janus.window('gatherings.steer', { id, verb: 'close' })
    janus.clock.advance(60_000)
    const scribe = told.findLast((event) => event.kind === 'agent' && event.agent.name === 'Scribe')
    expect(scribe).toMatchObject({ agent: { lastLine: `Harvested “${plan.topic}”` } })
  })
})

describe('rights', () => {
  test('an agent sees the gatherings that it sits in or has proposed, and steers none', async () => {
    const { janus, as } = await circle()
    const three = plan.participants.slice(1)
    const { id } = await janus.window('gatherings.convene', { ...plan, participants: three })
    const missing = 'There is no gathering'
    await expect(janus.as(as('Scout'), 'gatherings.get', { id })).rejects.toThrow(missing)
    expect((await janus.as(as('Scout'), 'gatherings.list', {})).items).toEqual([])
    expect((await janus.as(as('Scribe'), 'gatherings.list', {})).items).toMatchObject([{ id }])
    for (const kind of ['gatherings.say', 'gatherings.steer', 'gatherings.file', 'log.page'] as const)
      await expect(janus.as(as('Builder'), kind, { id } as never)).rejects.toThrow('Only the user')
    const turnId = janus.engine.state.gatherings.get(id)?.piece?.id ?? ''
    await expect(janus.as(as('Critic'), 'gatherings.pass', { turnId })).rejects.toThrow('not your turn')
    await expect(janus.as(as('Scout'), 'gatherings.pass', { turnId })).rejects.toThrow('no seat')
    await expect(janus.as(as('Critic'), 'gatherings.pass', {})).rejects.toThrow('not your turn')
  })

  test('paused by the user it waits for the user, until they let it go on', async () => {
    const { janus, told } = await circle()
    const needs = () => {
      const last = told.findLast((event) => event.kind === 'gathering')
      return last?.kind === 'gathering' ? last.gathering.needs : 'unknown'
    }
    const { id } = await janus.window('gatherings.convene', plan)
    expect(needs()).toBeNull()
    await janus.window('gatherings.steer', { id, verb: 'pause' })
    expect(needs()).toBe('paused')
    await janus.window('gatherings.steer', { id, verb: 'resume' })
    expect(needs()).toBeNull()
  })

  test('an agent’s wish is a proposal; the harvest comes back to it; with the setting it starts at once, up to the cap', async () => {
    const { janus, as, prompts } = await circle()
    const wish = { ...plan, structure: [1, 1, 1] as [number, number, number] }
    const { id, state } = await janus.as(as('Scout'), 'gatherings.convene', wish)
    expect(state).toBe('proposed')
    await janus.window('agents.change', { agent: 'Scout', name: 'Pilot' })
    expect((await janus.window('gatherings.get', { id })).convened.name).toBe('Pilot')
    await janus.window('agents.change', { agent: 'Pilot', name: 'Scout' })
    await janus.window('gatherings.steer', { id, verb: 'start' })
    janus.clock.advance(60_000)
    const back = prompts.filter(({ name, prompt }) => name === 'Scout' && prompt.includes('Its harvest:'))
    expect(back).toHaveLength(1)
    expect(back[0]?.prompt).toContain('Ship behind a flag')
    await janus.window('settings.change', { agentsConvene: 'start', agentsConveneCap: 2 })
    const second = await janus.as(as('Builder'), 'gatherings.convene', { ...wish, maxCost: 50 })
    expect(second).toMatchObject({ state: 'running', limit: { cost: 2 } })
  })

  test('a proposal that the user changes begins in that shape, and stays its proposer’s', async () => {
    const { janus, as, prompts } = await circle()
    const wish = { ...plan, structure: [2, 3, 2] as [number, number, number] }
    const { id: proposal } = await janus.as(as('Scout'), 'gatherings.convene', wish)
    const shape = {
      ...plan,
      topic: 'Ship on Monday?',
      structure: [1, 1, 1] as [number, number, number],
      proposal,
    }
    await expect(janus.as(as('Scout'), 'gatherings.convene', shape)).rejects.toThrow('Only the user')
    const begun = await janus.window('gatherings.convene', shape)
    expect(begun).toMatchObject({ id: proposal, state: 'running', topic: 'Ship on Monday?' })
    expect(begun.convened.name).toBe('Scout')
    await expect(janus.window('gatherings.convene', shape)).rejects.toThrow()
    janus.clock.advance(60_000)
    const back = prompts.filter(({ name, prompt }) => name === 'Scout' && prompt.includes('Its harvest:'))
    expect(back).toHaveLength(1)
  })

  test('new tabs are never laxer than who asks for them', async () => {
    const { janus, as } = await circle()
    const spawn = { permissionMode: 'acceptEdits' } as const
    const wish = { ...plan, participants: [...plan.participants, { name: 'Intern', spawn }] }
    await expect(janus.as(as('Scout'), 'gatherings.convene', wish)).rejects.toThrow(
      'cannot ask for fewer permissions than you do',
    )
    await expect(janus.as({ kind: 'api' }, 'gatherings.convene', wish)).rejects.toThrow('Only the window')
    await janus.window('gatherings.convene', wish)
    const tabs = await janus.window('agents.list', {})
    expect(tabs.find(({ name }) => name === 'Intern')).toMatchObject({ permissionMode: 'acceptEdits' })
  })

  test('new tabs that look alike are refused before anybody sits', async () => {
    const { janus } = await circle()
    const twins = ['Intern', 'lntern'].map((name) => ({ name, spawn: {} }))
    const wish = { ...plan, participants: [...plan.participants, ...twins] }
    await expect(janus.window('gatherings.convene', wish)).rejects.toThrow('"lntern" looks like "Intern"')
    expect(await janus.window('agents.list', {})).toHaveLength(names.length)
  })
})

test('what members wrote to each other about the question stands in the seed, and whose it is', async () => {
  const { janus, prompts } = await circle((name, prompt) =>
    prompt.includes('in the gathering "') ? spoken(name, prompt) : say('I see.'),
  )
  const critic = [...janus.engine.state.agents.values()].find(({ agent }) => agent.name === 'Critic')
  const message = 'We have regretted shipping ferries on Fridays twice.'
  const by = { kind: 'agent', id: critic?.agent.id ?? 'agt-none' } as const
  await janus.as(by, 'messages.send', { agent: 'Scout', message })
  janus.clock.advance(1000)
  await janus.window('gatherings.convene', { ...plan, topic: 'Ferries on Fridays', question: 'Shipping?' })
  janus.clock.advance(1000)
  const seedOf = (who: string) =>
    prompts.find(({ name, prompt }) => name === who && prompt.includes('in the gathering "'))?.prompt ?? ''
  expect(seedOf('Builder')).toContain(`- "${message}" (Critic to Scout, `)
  // It is in their own conversation already.
  for (const who of ['Scout', 'Critic']) expect(seedOf(who)).not.toContain('(Critic to Scout, ')
})
