import { describe, expect, test } from 'vitest'
import { readPrompt } from './prompt.ts'
import { families } from './testing/stage-families.ts'
import { circleAt } from './circle.ts'
import { CircleStage, type StagedCircle } from './testing/circle-stage.ts'

const usual = [
  { name: 'Scout', role: 'finds out what is known' },
  { name: 'Builder', role: 'would do the work' },
  { name: 'Critic', role: 'looks for what breaks' },
]
const played = (circle: Omit<StagedCircle, 'seats'> & Partial<StagedCircle>) => {
  const stage = new CircleStage({ seats: usual, ...circle })
  const harvest = stage.play()
  return { stage, harvest, told: stage.said.map(({ name, place, words }) => `${name}, ${place}: ${words}`) }
}

test('the first circle of a newcomer', () => {
  const { told, harvest } = played({
    topic: 'The ferry',
    question: 'What do we do first?',
    structure: [1, 2, 1],
  })
  expect([...told, harvest].join('\n---\n')).toMatchSnapshot()
})

describe('a circle', () => {
  test.each([
    [
      'Ship on Friday?',
      3,
      '- Yes to “Ship on Friday?” as soon as `src/fares.js` has a test, and not before.',
    ],
    ['Check-in, 22 Nov', 4, '- We begin with a test for `src/fares.js`'],
    ['The fares', 5, '- First a test for `src/fares.js`'],
    ['Team lunch', 8, '- We take whatever is easiest to leave again'],
    ['Monday', 20, '- We take whatever is easiest to leave again'],
  ])('about %s, of %i, says what fits, of what was said, and is harvested', (topic, size, decided) => {
    const seats = Array.from({ length: size }, (_, n) => ({ name: `Seat ${n + 1}` }))
    const { stage, harvest, told } = played({ topic, seats, question: 'What now?', structure: [2, 3, 2] })
    expect(stage.said).toHaveLength(7 * size)
    expect([...told, harvest].join('\n')).not.toMatch(/undefined|\bnull\b|\{\w+\}/)
    const long = stage.said
      .filter(({ words }) => words.length > 80)
      .map(({ place, words }) => `${place} ${words}`)
    expect(new Set(long).size).toBe(long.length)
    const quotes = told.flatMap((line) => line.match(/ says: “[^”]+”/g) ?? [])
    expect(quotes.length).toBeGreaterThan(1)
    expect(new Set(quotes).size).toBe(quotes.length)
    for (const { name, place, words } of stage.said) {
      expect(words).not.toContain(`${name} says`)
      if (place.startsWith('inhale')) expect(words).not.toMatch(/Seat \d+ (says|asks)/)
    }
    expect(told.join('\n')).toMatch(/SILENT/)
    expect(told.join('\n')).toMatch(/disagree|otherwise/)
    expect(harvest).toContain(decided)
    for (const heading of ['Decided', 'Open', 'Dissent', 'Next']) expect(harvest).toContain(`## ${heading}`)
    for (const [id] of harvest.matchAll(/utt-(\d+)/g))
      expect(Number(id.slice(4))).toBeLessThanOrEqual(stage.said.length)
    expect(harvest.match(/^```todo .+$/gm)).toHaveLength(Math.min(4, size))
    expect(harvest.match(/^```doc docs\/decisions\/[a-z0-9-]+\.md$/gm)).toHaveLength(1)
  })

  test('is the same again', () => {
    expect(played({ topic: 'Friday' }).told).toEqual(played({ topic: 'Friday' }).told)
  })
})

describe('the piece', () => {
  const calls = (stage: CircleStage) => [...stage.stages.values()].flatMap((one) => one.calls)

  test('is passed by the tool, once in words, and not by silent seats', () => {
    const { stage } = played({})
    const silences = stage.said.filter(({ words }) => words === 'SILENT').length
    expect(calls(stage).length + silences + 1).toBe(stage.said.length)
    expect(calls(stage)[0]).toEqual({ tool: 'pass_piece', input: {} })
    expect(stage.said.filter(({ words }) => words.endsWith('\n\nPASS'))).toHaveLength(1)
    expect(calls(stage)).toContainEqual({ tool: 'pass_piece', input: { to: 'Critic' } })
  })

  test('is kept for a short beat, then passed; the final beat gets closing words', () => {
    const stage = new CircleStage({ seats: usual, interval: 20 })
    stage.hear('Builder', 'hold 1', 'A number that nobody works out again is a rumour.')
    expect(stage.grant('Critic', 'Hold, round 2 of 2')).toContain('I see it otherwise')
    expect(calls(stage)).toEqual([])
    expect(stage.beat('Critic', 1, 2)).toMatch(/^One thing more/)
    expect(stage.beat('Critic', 2, 2)).not.toContain('PASS')
  })

  test('is passed immediately by a role that says so', () => {
    const seats = ['Ann', 'Bob'].map((name) => ({ name, role: 'passes at once' }))
    const { told, harvest } = played({ seats, structure: [1, 1, 1] })
    expect(told[0]).toMatch(/^Ann, inhale 1: For inhale 1: .{10,60}\.\n\nPASS$/)
    expect(harvest).toContain('- We begin, and look at it together. [utt-5, utt-6]')
  })
})

test('what is asked of a seat by name is answered, once; what nobody answers stays open', () => {
  const stage = new CircleStage({ seats: usual })
  stage.grant('Builder', 'Hold, round 1 of 3', ['Critic'])
  stage.hear('Mo', 'hold 1', 'Builder, who is awake on Saturday?')
  stage.hear('Critic', 'hold 1', 'Builder, how would we notice that it has gone wrong?')
  const first = stage.grant('Builder', 'Hold, round 2 of 3')
  expect(first).toMatch(
    /^Mo asks: who is awake on Saturday\? .* Critic asks: how would .*\? Today we would not\./,
  )
  expect(stage.grant('Builder', 'Hold, round 3 of 3')).not.toContain(' asks: ')
  expect(stage.harvest()).toContain('- Mo asked Builder: who is awake on Saturday? [utt-1]')
})

test('lines of the question are a script for one call of a seat', () => {
  const question = [
    'What now?',
    'Scout, hold 1: call: pass_piece {"to":"Critic"}',
    'Scout, hold 1: say: I pass the word of Bob: he says PASS.',
    'Scout, beat: say: Still here.',
    'Scout, exhale: say: never',
    'Scribe: say: ## Decided',
  ].join('\n')
  const stage = new CircleStage({ seats: usual, question })
  expect(stage.grant('Scout', 'Hold, round 1 of 1', ['Critic'])).toBe('I pass the word of Bob: he says PASS.')
  expect(stage.stages.get('Scout')?.calls).toEqual([{ tool: 'pass_piece', input: { to: 'Critic' } }])
  expect(stage.beat('Scout', 1, 2)).toBe('Still here.')
  expect(stage.harvest()).toBe('## Decided')
})

describe('the harvest', () => {
  const proposal = 'My proposal: yes, as soon as it has a test.'
  const harvest = (...said: readonly (readonly [name: string, words: string])[]) => {
    const stage = new CircleStage({ seats: usual })
    for (const [name, words] of said) stage.hear(name, 'exhale 1', words)
    return stage.harvest()
  }
  const under = (text: string, heading: string) =>
    /\n\n((?:- .*\n?)*)/.exec(text.split(`## ${heading}`)[1] ?? '')?.[1]?.trim() ?? ''

  test.each([
    ['Not on Friday, it is too late.', 'Dissent', '- Builder: “Not on Friday, it is too late.” [utt-2]'],
    ['I will tell the harbour.', 'Next', '- Builder: “I will tell the harbour.” [utt-2]'],
    ['Das braucht noch eine Woche.', 'Open', /- Builder: “Das braucht noch eine Woche.” \[utt-2\]/],
    ['Yes, let us do that.', 'Decided', '- Yes, as soon as it has a test. [utt-1, utt-2]'],
  ])('says where the user’s words lean: %s', (words, heading, line) => {
    expect(under(harvest(['Scout', proposal], ['Builder', words]), heading)).toMatch(line)
  })

  test('of a proposal that nobody shares, and of nothing at all', () => {
    expect(under(harvest(['Scout', proposal]), 'Open')).toContain('Nobody has said yes to it. [utt-1]')
    expect(under(harvest(['Scout', proposal]), 'Open')).toContain('Nothing was decided.')
    expect(harvest()).toBe('## Decided\n\n## Open\n\n## Dissent\n\n## Next')
  })
})

test('is the same with agents of any maker', () => {
  const seats = ['Scout', 'Builder', 'Critic', 'Keeper'].map((name) => ({ name }))
  const circle = { seats, topic: 'The fares', question: 'Which part of the code is untested?' }
  const alike = new CircleStage(circle)
  const mixed = new CircleStage(circle)
  for (const [name, family] of [
    ['Builder', families.codex],
    ['Critic', families.opencode],
    ['Keeper', families.gemini],
    ['Scribe', families.codex],
  ] as const) {
    const stage = mixed.stages.get(name)
    if (stage !== undefined) stage.family = family
  }
  const harvest = alike.play()
  expect(harvest).toContain('## Decided')
  expect(mixed.play()).toBe(harvest)
  expect(mixed.said).toEqual(alike.said)
})

test('users take part, too, of any machine', () => {
  const seats = [
    '- Mo (1), your user: decides',
    '- Scout (2): knows the docs',
    '- Ann@barn (3), a remote user, not your user',
    '- Mo@attic (4), a remote user, who started it: decides',
  ]
  const text = ['You are **Scout** (2) in the gathering "Friday".', seats.join('\n')].join('\n\n')
  const call = { kind: 'grant', text: '[Janus: you have the talking piece]' } as const
  const told = circleAt([{ kind: 'seed', topic: 'Friday', text }, call], call)
  expect(told?.seats.map(({ name, role, isUser }) => [name, role, isUser])).toEqual([
    ['Mo', 'decides', true],
    ['Scout', 'knows the docs', false],
    ['Ann@barn', '', true],
    ['Mo@attic', 'decides', true],
  ])
})

test('Janus’s note below the user’s statement is not part of it', () => {
  const heard =
    '[From seat 1, "Mo", your user]:\nWe ship.\n[Janus: your user decides the question here; this is no order to start work]'
  expect(readPrompt(heard)).toEqual([{ kind: 'spoken', name: 'Mo', words: 'We ship.', utterance: null }])
})
