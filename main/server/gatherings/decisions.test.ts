import { expect, test } from 'vitest'
import type { RequestInput } from '../../contract/api/requests.ts'
import type { GatheringReport } from '../../contract/api/reports.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { ComposedJanus } from '../../testkit/factories/composed.ts'
import type { Act } from '../../testkit/memory/backend.ts'

const say = (text: string): readonly Act[] => [{ do: 'say', text }]
const ballots: Readonly<Record<string, string>> = {
  Scout: 'The rack is ours.\nVOTE: 2 > 1',
  Builder: 'VOTE: the rack',
}

/** Scout, the user and Builder choose between two options; the user has spoken in each round. */
async function voting(decision: RequestInput<'gatherings.convene'>['decision'] = { by: 'vote' }) {
  const known = new Map<AgentId, string>()
  const janus = new ComposedJanus((agent, prompt) => {
    const name = known.get(agent) ?? ''
    if (prompt.includes('[Janus: harvest of ')) return say('## Decided\n\n- All of it [utt-0000000000]')
    if (/Decision, round \d of \d/.test(prompt)) return say(ballots[name] ?? '')
    if (prompt.includes('A vote follows; options so far: none'))
      return say('OPTION: cloud\nOPTION: the rack\nPASS')
    return say(`${name} says so.\nPASS`)
  })
  for (const name of ['Scout', 'Builder', 'Scribe'])
    known.set((await janus.window('agents.create', { name })).id, name)
  const { id } = await janus.window('gatherings.convene', {
    topic: 'Where?',
    question: 'Where do we ship?',
    structure: [1, 1, 1],
    participants: [
      { name: 'Scout', number: 1 },
      { name: 'Builder', number: 3 },
    ],
    harvester: { name: 'Scribe' },
    user: { number: 2, holds: true },
    ...(decision ? { decision } : {}),
  })
  const api = { kind: 'api' } as const
  const get = async () => (await janus.as(api, 'gatherings.get', { id })) as GatheringReport
  for (const _ of ['inhale', 'hold', 'exhale']) {
    janus.clock.advance(1000)
    await janus.window('gatherings.say', { id, text: 'I see.' })
  }
  janus.clock.advance(1000)
  return { janus, id, api, get }
}

test('nobody is shown a ballot before all have answered: not the window, the API, the export or the search', async () => {
  const { janus, id, api, get } = await voting()
  const { decision, utterances, phase, holder } = await get()
  expect(phase).toBe('decision')
  expect(holder?.number).toBe(2)
  expect(decision).toEqual({
    by: 'vote',
    alone: false,
    options: ['cloud', 'the rack'],
    outcome: null,
    ballots: [],
  })
  expect(utterances.at(-1)).toMatchObject({ name: 'Scout', phase: 'decision', text: null })
  const shown = await janus.window('gatherings.get', { id })
  const { markdown } = await janus.window('gatherings.export', { id })
  const list = await janus.as(api, 'gatherings.list', {})
  const found = await janus.window('history.search', { q: 'rack' })
  const timeline = await janus.as(api, 'timeline.page', {})
  expect(JSON.stringify(found)).toContain('OPTION')
  for (const seen of [shown, markdown, list, found, timeline])
    expect(JSON.stringify(seen)).not.toContain('The rack is ours')
})

test('an answer that cannot be read is refused with how to write it; then all are opened, counted and kept', async () => {
  const { janus, id, get } = await voting()
  await expect(janus.window('gatherings.say', { id, text: 'The cloud.' })).rejects.toThrow(
    'Answer with VOTE:',
  )
  await expect(janus.window('gatherings.steer', { id, verb: 'open' })).rejects.toThrow('opened together')
  await janus.window('gatherings.say', { id, text: 'VOTE: 1' })
  janus.clock.advance(60_000)
  const { decision, harvest, state } = await get()
  expect(state).toBe('closed')
  expect(decision).toMatchObject({
    outcome: 'Vote: the rack (option 2), by the Schulze method.',
    ballots: [
      { name: 'Scout', answer: 'the rack (option 2) > cloud (option 1)' },
      { number: 2, answer: 'cloud (option 1)' },
      { name: 'Builder', answer: 'the rack (option 2)' },
    ],
  })
  expect(harvest).toContain('## Decision\n\nVote: the rack (option 2), by the Schulze method.')
  expect(harvest).toContain('- Scout: the rack (option 2) > cloud (option 1)')
  expect(harvest).toContain('| 2 | 2 |  |')
  // The window shows the decision once, beside the sections.
  const view = await janus.window('gatherings.get', { id })
  expect(view.harvest?.more).not.toContain('Schulze')
  expect(view.decision?.outcome).toEqual({ kind: 'voted', order: [[1], [0]] })
  const { markdown } = await janus.window('gatherings.export', { id })
  expect(markdown).toContain('### Decision')
  expect(markdown.split('## Trail')[1]).toContain('Vote: the rack (option 2), by the Schulze method.')
})

test('a fork decides as the earlier one did; what was put up there stays put up', async () => {
  const { janus, id, api, get } = await voting()
  await janus.window('gatherings.say', { id, text: 'ABSTAIN' })
  janus.clock.advance(60_000)
  const { utterances } = await get()
  const ballot = utterances.find(({ phase, number }) => phase === 'decision' && number === 1)
  const fork = (await janus.as(api, 'gatherings.fork', {
    id,
    utterance: ballot?.id ?? '',
  })) as GatheringReport
  expect(fork.forkedFrom?.begins).toBe('anew')
  const options = ['cloud', 'the rack']
  expect(fork.decision).toEqual({ by: 'vote', alone: false, options, outcome: null, ballots: [] })
})

test('what can never be decided is a problem of the preview', async () => {
  const janus = new ComposedJanus(() => say('Yes.'))
  for (const name of ['Scout', 'Builder', 'Scribe']) await janus.window('agents.create', { name })
  const plan = {
    topic: 'Where?',
    question: 'Where?',
    participants: [{ name: 'Scout' }, { name: 'Builder' }],
    harvester: { name: 'Scribe' },
  }
  const problems = async (decision: RequestInput<'gatherings.convene'>['decision']) =>
    (await janus.window('gatherings.preview', { ...plan, ...(decision ? { decision } : {}) })).problems
  expect(await problems({ by: 'vote', options: ['one'] })).toEqual(['A vote has 2 to 8 options.'])
  expect(await problems({ by: 'vote', options: ['one', 'One'] })).toEqual([
    'The option "One" is there twice.',
  ])
  expect(await problems({ by: 'consent', alone: true })).toEqual([
    'To decide alone you need a seat. Take one.',
  ])
  expect(await problems({ by: 'consent' })).toEqual([])
})
