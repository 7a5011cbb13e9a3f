import { durationWords } from '../../components/duration.ts'
import { describe, expect, test } from 'vitest'
import type { Rhythm } from '../../../main/contract/gatherings/rhythms.ts'
import type { AppStatus } from '../../../main/contract/api/views.ts'
import { circle } from '../../testing/gathering.ts'
import { tab } from '../../testing/agent.ts'
import { readCap } from './numbers.ts'
import { moveSeat, draftSeat } from './circle-draft.ts'
import { costWords, rangeWords } from '../../entities/gathering/plan-words.ts'
import { circleOf, forkDraft, withoutGone } from './use-circle.ts'
import { planFromDraft } from './plan.ts'
import type { Role } from '../../../main/contract/agents/roles.ts'
import { sitterWithRole, withSetUp } from './seat-row.tsx'
import {
  freeTemplateName,
  hasOwnOptions,
  inRhythm,
  topicOf,
  usualCircle,
  withQuestion,
} from './usual-circle.ts'
import { firstInvalidInput } from './validation.ts'

const decide: Rhythm = {
  name: 'decide',
  structure: [2, 2, 2],
  beatsPerTurn: 3,
  beatIntervalSeconds: 60,
  opening: '',
  question: 'What do we decide?',
  about: '',
}
const review: Rhythm = { ...decide, name: 'review', structure: [2, 3, 2], question: 'What would we regret?' }
const status = { settings: { openInhale: false }, rehearsal: false } as unknown as AppStatus
const usual = (...agents: Parameters<typeof usualCircle>[0]['agents']) =>
  usualCircle({ agents, named: agents, near: null, linked: [], status, topics: [] }, decide)
const nameOf = (id: string) => id.slice(4)

describe('the usual circle', () => {
  test('is made of the open tabs that can speak, a scribe among them harvests', () => {
    const seat = { gathering: 'gat-1', topic: 'Else', number: 1, hasPiece: false } as const
    const draft = usual(
      tab('a', { role: 'reads' }),
      tab('b'),
      tab('c'),
      tab('busy', { seat }),
      tab('gone', { status: 'stopped' }),
      tab('Scribe'),
    )
    expect(draft.seats.map((one) => [one.who, one.role])).toEqual([
      [{ kind: 'agent', agent: 'agt-a' }, 'reads'],
      [{ kind: 'agent', agent: 'agt-b' }, ''],
      [{ kind: 'agent', agent: 'agt-c' }, ''],
    ])
    expect(draft.harvester).toEqual({ kind: 'agent', agent: 'agt-Scribe' })
    expect(firstInvalidInput(draft)).toBeNull()
  })

  test('begins with the tab in view, whom it is linked with, and its folder; four sit', () => {
    const agents = [
      tab('far', { cwd: '/else' }),
      ...['one', 'two', 'three', 'tied', 'shown'].map((name) => tab(name, { cwd: '/ferry' })),
    ]
    const near = agents.find(({ name }) => name === 'shown') ?? null
    const around = {
      agents,
      named: agents,
      near,
      linked: ['agt-shown', 'agt-tied'] as const,
      status,
      topics: [],
    }
    const seats = usualCircle(around, decide).seats.map(({ key }) => key)
    expect(seats).toEqual(['agt-shown', 'agt-tied', 'agt-one', 'agt-two'])
  })

  test('with fewer than three tabs, new ones are added', () => {
    expect(usual().seats).toHaveLength(3)
    expect(usual(tab('Scout')).seats.map(({ who }) => who)).toEqual([
      { kind: 'agent', agent: 'agt-Scout' },
      { kind: 'new', name: 'Builder' },
      { kind: 'new', name: 'Critic' },
    ])
    const third = (...names: readonly string[]) => usual(...names.map((name) => tab(name))).seats[2]?.who
    expect(third('Scout', 'Builder')).toEqual({ kind: 'new', name: 'Critic' })
    expect(third('Ann', 'Bob')).toEqual({ kind: 'new', name: 'Critic' })
    expect(third('Ann', 'Critic')).toEqual({ kind: 'new', name: 'Builder' })
  })

  test('another preset keeps what the user has written, and nothing else', () => {
    const mine = { ...usual(tab('a'), tab('b')), topic: 'Ship on Friday?' }
    const next = inRhythm(mine, review, [], decide)
    expect([next.topic, next.question, next.structure]).toEqual([
      'Ship on Friday?',
      'What would we regret?',
      [2, 3, 2],
    ])
  })

  test('its topic is unique, and follows the preset until the user edits it', () => {
    const draft = usual(tab('a'))
    expect(draft.topic).toMatch(/^Decide, .*\d:\d\d/)
    expect(topicOf(decide, [topicOf(decide, [])])).toMatch(/^Decide, .* \(2\)$/)
    expect(inRhythm(draft, review, [], decide).topic).toMatch(/^Review, /)
  })

  test('its topic is the first line of a question of the user’s own, cut, unless the user writes one', () => {
    const draft = usual(tab('a'))
    const asked = { ...draft, ...withQuestion(draft, 'Ship on Friday?\nOr on Monday?', []) }
    expect(asked.topic).toBe('Ship on Friday?')
    expect(inRhythm(asked, review, [], decide).topic).toBe('Ship on Friday?')
    expect(withQuestion(asked, 'a'.repeat(61), []).topic).toBe(`${'a'.repeat(60)}…`)
    expect(withQuestion(asked, 'Again?', ['Again?']).topic).toBe('Again? (2)')
    expect(withQuestion({ ...draft, topic: 'Ferries' }, 'When?', [])).toEqual({ question: 'When?' })
    const unnamed = { ...asked, topic: ' ' }
    expect(planFromDraft(unnamed, (id) => id).topic).toBe('Ship on Friday?')
  })

  test('no option is set initially, and each one that is set shows', () => {
    const scribe = tab('Scribe')
    const agents = [tab('a', { role: 'reads' }), tab('b')]
    const draft = usual(...agents, scribe)
    const agentOf = (id: string) => [...agents, scribe].find((one) => one.id === id)
    const isSet = (more: Partial<typeof draft>) =>
      hasOwnOptions({ ...draft, ...more }, { rhythm: decide, status, agentOf })
    expect(isSet({})).toBe(false)
    expect(isSet({ structure: [1, 1, 1], question: 'When?' })).toBe(false)
    const [first] = draft.seats
    const set: readonly Partial<typeof draft>[] = [
      { topic: 'Ferries' },
      { seats: first ? [{ ...first, role: 'writes' }] : [] },
      { seats: [draftSeat({ kind: 'new', name: 'Critic', model: 'haiku' })] },
      { harvester: { kind: 'agent', agent: 'agt-b' } },
      { structure: [1, 2, 1] },
      { unread: { beats: '99' } },
      { beats: 2 },
      { interval: 30 },
      { grace: 10 },
      { sealed: false },
      { holds: true },
      { cap: '60 turns' },
    ]
    expect(set.map(isSet)).toEqual(set.map(() => true))
  })

  test('the name of a closed tab is taken too', () => {
    const named = [{ name: 'Scribe' }, { name: 'scout' }]
    const circle = usualCircle({ agents: [], named, near: null, linked: [], status, topics: [] }, decide)
    expect(circle.harvester).toEqual({ kind: 'new', name: 'Scribe 2' })
    expect(circle.seats.map(({ who }) => 'name' in who && who.name)).toEqual(['Scout 2', 'Builder', 'Critic'])
  })

  test('a name that is taken gets a number', () => {
    expect(freeTemplateName('Scribe', [{ name: 'scribe' }], ['Scribe 2'])).toBe('Scribe 3')
  })
})

test('an unfinished draft loses tabs that are gone, but no remote agents', () => {
  const away = ['agt-bob@barn', 'agt-person@barn'] as const
  const seats = (['agt-a', 'agt-gone', ...away] as const).map((agent) => draftSeat({ kind: 'agent', agent }))
  const harvester = { kind: 'agent', agent: 'agt-gone' } as const
  const left = withoutGone({ ...usual(tab('a')), seats, harvester }, (id) => id === 'agt-a')
  expect(left.seats.map(({ key }) => key)).toEqual(['agt-a', ...away])
  expect(left.harvester).toEqual({ kind: 'new', name: 'Scribe' })
})

describe('the plan', () => {
  const seats = [
    draftSeat({ kind: 'agent', agent: 'agt-a' }),
    draftSeat({ kind: 'user' }, ' decides '),
    draftSeat({ kind: 'new', name: 'Critic' }),
  ]
  const draft = { ...usual(tab('a'), tab('b')), seats, holds: true, folder: '/ferry', cap: '60 turns' }

  test('numbers the seats in their order, the user’s among them', () => {
    const plan = planFromDraft(draft, nameOf)
    expect(plan.participants).toEqual([
      { name: 'a', agent: 'agt-a', number: 1 },
      { name: 'Critic', spawn: { cwd: '/ferry' }, number: 3 },
    ])
    expect(plan.user).toEqual({ number: 2, role: 'decides', holds: true })
    expect([plan.maxTurns, plan.maxCost]).toEqual([60, undefined])
  })

  test('the decision is as chosen: alone only from a seat, options only in a vote', () => {
    const decision = { by: 'vote', alone: true, options: 'now\n\n later ' } as const
    const options = ['now', 'later']
    expect(planFromDraft({ ...draft, decision }, nameOf).decision).toEqual({
      by: 'vote',
      alone: true,
      options,
    })
    const seats = draft.seats.filter(({ who }) => who.kind !== 'user')
    const consent = { ...decision, by: 'consent' } as const
    const plan = planFromDraft({ ...draft, seats, decision: consent }, nameOf)
    expect(plan.decision).toEqual({ by: 'consent', alone: false })
  })

  test('a new tab is of the kind that was chosen, and a proposed one of its own', () => {
    const of = { kind: 'other', program: ' goose acp ' } as const
    const diver = draftSeat({ kind: 'new', name: 'Diver', of: { kind: 'codex', program: 'x' } })
    const plan = planFromDraft(
      { ...draft, seats: [diver], harvester: { kind: 'new', name: 'Fern', of } },
      nameOf,
    )
    expect(plan.participants).toEqual([{ name: 'Diver', spawn: { kind: 'codex', cwd: '/ferry' }, number: 1 }])
    expect(plan.harvester).toEqual({
      name: 'Fern',
      spawn: { kind: 'other', program: 'goose acp', cwd: '/ferry' },
    })
    const proposed = circle({ state: 'proposed' })
    const seats = proposed.seats.map((seat) => ({
      ...seat,
      agent: null,
      of: { kind: 'gemini' as const, program: null },
    }))
    const again = planFromDraft(circleOf({ ...proposed, seats }, ''), nameOf)
    expect(again.participants[0]).toMatchObject({ spawn: { kind: 'gemini' } })
  })

  test('a proposal comes back as it was proposed', () => {
    const of = circle({
      state: 'proposed',
      maxCost: 2,
      caps: { turns: null, cost: 2, tokens: null },
      structure: [1, 2, 1],
    })
    const plan = planFromDraft(circleOf(of, ''), (id) => id)
    expect(plan).toMatchObject({ topic: of.topic, structure: [1, 2, 1], maxCost: 2, beatIntervalSeconds: 60 })
    expect(plan.participants.map((one) => one.agent)).toEqual(['agt-scout', 'agt-builder'])
  })
})

test('a seat moves within the list, and no further', () => {
  const seats = ['a', 'b', 'c'].map((one) => draftSeat({ kind: 'agent', agent: `agt-${one}` }))
  const keys = (to: number) => moveSeat(seats, 'agt-a', to).map((seat) => seat.key.at(-1))
  expect(keys(2)).toEqual(['b', 'c', 'a'])
  expect(keys(9)).toEqual(['b', 'c', 'a'])
  expect(moveSeat(seats, 'agt-a', -1)).toBe(seats)
  expect(moveSeat(seats, 'agt-x', 1)).toBe(seats)
})

test.each([
  ['$5.00', { kind: 'cost', usd: 5 }],
  ['60 prompts', { kind: 'turns', turns: 60 }],
  [' 2,50 ', { kind: 'cost', usd: 2.5 }],
  ['60 turns', { kind: 'turns', turns: 60 }],
  ['', { kind: 'none' }],
  ['1 turn', null],
  ['0', null],
  ['-3', null],
  ['5 pounds', null],
])('a cap of “%s”', (typed, cap) => {
  expect(readCap(typed)).toEqual(cap)
})

test('limits as text', () => {
  expect(durationWords(7_560_000, Math.ceil)).toBe('2 h 6 min')
  expect(durationWords(90_000, Math.ceil)).toBe('2 min')
  expect(durationWords(4_100, Math.ceil)).toBe('5 s')
  expect(durationWords(59_900)).toBe('1 min')
  expect(durationWords(4_100)).toBe('4 s')
  expect(rangeWords([60, 75])).toBe('60–75')
  expect(costWords({ likely: [1.6, 2.4] }, false)).toBe('$1.60–2.40')
  expect(costWords(null, false)).toBe('not known yet')
  expect(costWords(null, true)).toBe('nothing (demo)')
})

describe('a fork', () => {
  const row = { id: 'utt-7', n: 7, name: 'Builder', number: 2, phase: 'hold', round: 1 } as const
  const open = { closed: false }
  const all = { 'agt-scout': open, 'agt-builder': open, 'agt-scribe': open }

  test('starts as an editable copy of the earlier circle', () => {
    const of = circle({ state: 'closed', sealed: false })
    const draft = forkDraft({ of, row }, all, '/work')
    expect(draft).toMatchObject({
      topic: of.topic,
      question: of.question,
      structure: [2, 2, 2],
      proposal: null,
    })
    expect(draft.seats.map(({ who }) => who)).toEqual([
      { kind: 'agent', agent: 'agt-scout' },
      { kind: 'agent', agent: 'agt-builder' },
    ])
    expect(draft.fork?.gone).toEqual([])
    expect(planFromDraft(draft, nameOf).fork).toEqual({ gathering: 'gat-1', utterance: 'utt-7' })
    const other = { ...draft, fork: draft.fork && { ...draft.fork, begins: 'anew' as const, copies: true } }
    expect(planFromDraft(other, nameOf).fork).toMatchObject({ begins: 'anew', copies: true })
  })

  test('leaves out members who joined after that row, and keeps the original limits', () => {
    const [scout, builder] = circle().seats
    const caps = { turns: 5, cost: 2, tokens: 70_000 }
    const of = circle({
      seats: [scout, builder && { ...builder, joined: { n: 9, phase: 'hold', round: 1 } as const }].filter(
        (one) => !!one,
      ),
      caps,
    })
    expect(forkDraft({ of, row: { ...row, n: 8 } }, all, '/work').seats).toHaveLength(1)
    const draft = forkDraft({ of, row: { ...row, n: 9 } }, all, '/work')
    expect(draft.seats).toHaveLength(2)
    expect(draft.cap).toBe('$2.00 or 5 prompts or 70000 tokens')
    expect(planFromDraft(draft, nameOf)).toMatchObject({ maxTurns: 5, maxCost: 2, maxTokens: 70_000 })
  })

  test('names missing members, and would create them again', () => {
    const { 'agt-builder': _gone, ...left } = all
    const draft = forkDraft({ of: circle(), row }, { ...left, 'agt-scribe': { closed: true } }, '/work')
    expect(draft.seats[1]?.who).toEqual({ kind: 'new', name: 'Builder' })
    expect(draft.harvester).toEqual({ kind: 'new', name: 'Scribe' })
    expect(draft.fork?.gone).toEqual(['Builder', 'Scribe'])
  })

  test('seats remote members again, and tells a remote user from the local one', () => {
    const seats = circle().seats.map((seat, at) =>
      at === 0
        ? { ...seat, agent: 'agt-bob@barn' as const }
        : { ...seat, kind: 'user' as const, agent: 'agt-person@barn' as const },
    )
    const draft = forkDraft({ of: circle({ seats }), row }, all, '/work')
    expect(draft.seats.map(({ key }) => key)).toEqual(['agt-bob@barn', 'agt-person@barn'])
    expect(draft.fork?.gone).toEqual([])
  })

  test('creates a missing tab again, with its kind and command line', () => {
    const [scout, builder] = circle().seats
    const seats = [scout, builder && { ...builder, of: { kind: 'other', program: 'goose acp' } as const }]
    const whole = circle({ seats: seats.filter((one) => !!one) })
    const harvester = { ...whole.harvester, of: { kind: 'codex', program: null } as const }
    const { 'agt-builder': _gone, ...left } = all
    const ended = { ...left, 'agt-scribe': { closed: true } }
    const draft = forkDraft({ of: { ...whole, harvester }, row }, ended, '/work')
    const plan = planFromDraft(draft, nameOf)
    expect(plan.participants[1]).toMatchObject({ spawn: { kind: 'other', program: 'goose acp' } })
    expect(plan.harvester).toMatchObject({ name: 'Scribe', spawn: { kind: 'codex' } })
  })

  test('other circles are no forks', () => {
    expect(usual(tab('a')).fork).toBeNull()
    expect(planFromDraft(usual(tab('a')), nameOf)).not.toHaveProperty('fork')
  })
})

const scribe = { kind: 'new', name: 'Scribe' } as const

test('settings of a new seat are sent; those left to the program are omitted', () => {
  const set = withSetUp(scribe, { model: 'haiku', effort: 'low', permissionMode: 'plan' })
  expect(set).toEqual({ ...scribe, model: 'haiku', effort: 'low', permissionMode: 'plan' })
  expect(withSetUp(set, { model: null })).toEqual({ ...scribe, effort: 'low', permissionMode: 'plan' })
  expect(withSetUp(set, { permissionMode: 'default' })).toMatchObject({ model: 'haiku', effort: 'low' })
})

test('a role sets its own values, and no role removes all of them', () => {
  const role: Role = {
    name: 'Critic',
    line: 'finds what is wrong',
    kind: 'codex',
    program: null,
    instructions: '',
    model: 'gpt-5',
    effort: 'high',
    permissionMode: null,
  }
  const set = sitterWithRole(scribe, role)
  expect(set).toEqual({
    ...scribe,
    of: { kind: 'codex', program: '' },
    template: 'Critic',
    model: 'gpt-5',
    effort: 'high',
  })
  expect(sitterWithRole(set, null)).toEqual(scribe)
})
