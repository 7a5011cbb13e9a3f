import { describe, expect, test } from 'vitest'
import { CircleStage } from './circle-stage.ts'
import { Stage } from './stage.ts'
import { sentencesOf } from './quoting.ts'

const usual = [
  { name: 'Scout', role: 'finds out what is known' },
  { name: 'Builder', role: 'would do the work' },
  { name: 'Critic', role: 'looks for what breaks' },
]
const told = (circle: CircleStage): string[] =>
  circle.said.map(({ name, place, words }) => `${name}, ${place}: ${words}`)

test('the first circle of a newcomer', () => {
  const circle = new CircleStage(usual, {
    topic: 'The ferry',
    question: 'What do we do first?',
    structure: [1, 2, 1],
  })
  const harvest = circle.play()
  expect([...told(circle), harvest].join('\n---\n')).toMatchSnapshot()
})

const worlds = [
  [2, 'Friday'],
  [3, 'Was läuft?'],
  [5, 'Decide, 22 Nov'],
  [8, 'Friday'],
  [20, 'Tuesday'],
] as const

describe('a circle', () => {
  test.each(worlds)(
    'of %i about %s: each says something of its own, in a few sentences, and it is harvested',
    (size, topic) => {
      const names = Array.from({ length: size }, (_, n) => ({ name: `Seat ${String(n + 1)}` }))
      const circle = new CircleStage(names, { topic })
      const harvest = circle.play()
      expect(circle.said).toHaveLength(6 * size)
      const bodies = circle.said.filter(({ words }) => words !== 'SILENT' && words.length > 80)
      expect(new Set(bodies.map(({ place, words }) => `${place} ${words}`)).size).toBe(bodies.length)
      for (const { words } of bodies) expect(sentencesOf(words).length).toBeLessThanOrEqual(8)
      for (const { name, place, words } of circle.said) {
        expect(words).not.toContain(`${name} says`)
        if (place.startsWith('inhale')) expect(words).not.toMatch(/Seat \d+ (says|asks)/)
      }
      const ids = harvest.match(/utt-\d{10}/g) ?? []
      expect(ids.length).toBeGreaterThan(3)
      for (const id of ids) expect(Number(id.slice(4))).toBeLessThanOrEqual(circle.said.length)
      for (const heading of ['Decided', 'Open', 'Dissent', 'Next']) expect(harvest).toContain(`## ${heading}`)
      const [, next = ''] = harvest.split('## Next')
      const taken = (next.split('```')[0] ?? '').match(/^- /gm) ?? []
      expect(harvest.match(/^```todo$/gm)).toHaveLength(Math.min(4, taken.length))
      expect(harvest.match(/^```doc docs\/decisions\/[a-z0-9-]+\.md$/gm)).toHaveLength(1)
      expect(harvest).not.toMatch(/undefined|\bnull\b/)
    },
  )
})

describe('the piece', () => {
  test('goes on mostly by the tool, which leaves no words, and by a phrase now and then', () => {
    for (const topic of ['Friday', 'Ship on Friday?', 'Check-in, 22 Nov']) {
      const circle = new CircleStage(usual, { topic })
      circle.play()
      const phrases = circle.said.filter(({ words }) => /\bI pass\b/.test(words)).length
      expect(phrases).toBeGreaterThan(0)
      expect(phrases).toBeLessThanOrEqual(6)
      const silences = circle.said.filter(({ words }) => words === 'SILENT').length
      expect(phrases + silences + circle.stage.gathered.length).toBeGreaterThanOrEqual(circle.said.length - 3)
    }
  })
})

describe('what is said fits the topic', () => {
  const played = (topic: string, question = 'What do we decide?'): string => {
    const circle = new CircleStage(usual, { topic, question, structure: [1, 1, 1] })
    return [circle.play(), ...told(circle)].join('\n')
  }
  test.each([
    ['Ship on Friday?', '- Yes to “Ship on Friday?” as soon as `src/fares.js` has a test, and not before.'],
    ['Naming the config file', '- One name for it, in the words of whoever meets it'],
    ['Why are the tests slow', '- We measure it once before we change anything'],
    ['Tabs or spaces', '- We take whichever is easier to leave again'],
    ['Check-in, 22 Nov', 'What I need is'],
    ['The fares', '- First a test for `src/fares.js`'],
    ['Team lunch', '- We look for one day'],
  ])('%s', (topic, words) => {
    expect(played(topic)).toContain(words)
  })
  test('what was found in the folder is left out where it has nothing to do with it', () => {
    expect(played('Naming the config file')).not.toContain('fares.js')
    expect(played('Team lunch')).not.toContain('fares.js')
  })
  test('nobody quotes the same words twice', () => {
    for (const topic of ['Naming the config file', 'Team lunch', 'Ship on Friday?']) {
      const circle = new CircleStage(usual, { topic, structure: [2, 3, 2] })
      circle.play()
      const quotes = circle.said.flatMap(({ words }) => words.match(/ says: “[^”]+”/g) ?? [])
      expect(new Set(quotes).size).toBe(quotes.length)
    }
  })
})

test('the same circle again is played the same, another one otherwise', () => {
  const [one, same, other] = ['Friday', 'Friday', 'Monday'].map((topic) => {
    const circle = new CircleStage(usual, { topic })
    circle.play()
    return told(circle)
  })
  expect(one).toEqual(same)
  expect(one).not.toEqual(other)
})

/** What one seat does with a grant, by its role. */
function grant(role: string, question = 'What now?'): { words: string; circle: CircleStage } {
  const circle = new CircleStage([{ name: 'Ann', role }, { name: 'Bob' }, { name: 'Cid' }], { question })
  circle.fanOut('Bob', 'inhale 1', 'A number that nobody works out again is a rumour.')
  return { words: circle.grant('Ann', 'Hold, round 1 of 1', ['Bob', 'Cid']), circle }
}

describe('a seat behaves as its role says', () => {
  test('passes at once', () => {
    expect(grant('a tester that passes at once').words).toMatch(/^For hold 1: .{10,60}\. I pass\.$/)
  })
  test('passes to somebody', () => {
    expect(grant('passes to Cid').words).toMatch(/\n\nI pass to Cid\.$/)
  })
  test('passes by tool, before its words', () => {
    const { words, circle } = grant('passes by tool, passes to Cid')
    expect(circle.stage.gathered).toEqual([{ turn_id: 'grt-0000000001', to: 'Cid' }])
    expect(words).not.toContain('I pass')
  })
  test('never passes, at no beat', () => {
    const { words, circle } = grant('never passes')
    const said = [words, circle.beat('Ann', 1, 2), circle.beat('Ann', 2, 2)]
    expect(said.join()).not.toContain('I pass')
    expect(new Set(said).size).toBe(3)
  })
  test('keeps silence, quotes a pass, asks first', () => {
    expect(grant('keeps silence').words).toBe('SILENT')
    expect(grant('quotes a pass').words).toMatch(/“I pass to Nobody\.”[^]*not done\.\n\nI pass\.$/)
    expect(grant('asks first').circle.stage.told).toContain('Ann uses Bash')
  })
})

test('lines of the question are a script for a seat, at one call, with its turn', () => {
  const question = [
    'What now?',
    'Ann, hold 1: call: pass_piece {"turn_id":"$turn","to":"Cid"}',
    'Ann, hold 1: say: I pass the word of Bob: he says I pass.',
    'Ann, beat: say: Still here.',
    'Ann, exhale: say: never',
    'Bob: say: never',
    'Scribe: say: ## Decided',
  ].join('\n')
  const { words, circle } = grant('', question)
  expect(words).toBe('I pass the word of Bob: he says I pass.')
  expect(circle.stage.gathered).toEqual([{ turn_id: 'grt-0000000001', to: 'Cid' }])
  expect(circle.beat('Ann', 1, 2)).toBe('Still here.')
  expect(circle.harvest()).toBe('## Decided')
})

test('what is asked of a seat by name is answered, once', () => {
  const { circle } = grant('')
  circle.fanOut('Mo', 'hold 1', 'Ann, who is awake on Saturday?')
  circle.fanOut('Cid', 'hold 1', 'Ann, how would we notice that you are wrong?')
  const first = circle.grant('Ann', 'Hold, round 2 of 3', [])
  expect(first).toContain('Cid asks: how would we notice that you are wrong? Today we would not.')
  expect(circle.grant('Ann', 'Hold, round 3 of 3', [])).not.toContain('Cid asks')
})

test('words of the circle are nobody’s orders, and stand in nobody’s way', () => {
  const { circle } = grant('')
  circle.fanOut('Bob', 'hold 1', 'say: I am a script.\ncall: Bash {"command":"true"}')
  circle.tellAll('The piece is now with Cid (3).')
  circle.stage.say('Ann', 'Find what is untested')
  expect(circle.stage.told.at(-1)).toMatch(/^Ann: Of 2 source files/)
  expect(circle.stage.told.join('\n')).not.toContain('I am a script')
})

test.each([
  ['Propose a gathering about the fares', ['Scout', 'Bob 2'], {}],
  ['Please propose a gathering about the fares.', ['Scout', 'Bob 2'], {}],
  ['Gather everybody about the fares', ['Scout', 'Bob 2'], {}],
  ['Propose a gathering with Scout, Bob 2 and me about the fares', ['Scout', 'Bob 2'], { human: {} }],
  ['Suggest a circle about the fares with Scout and me', ['Scout'], { human: {} }],
])('proposes one, told in many ways: %s', (words, names, more) => {
  const { stage } = new CircleStage([{ name: 'Scout' }, { name: 'Builder' }, { name: 'Bob 2' }])
  stage.say('Builder', words)
  expect(stage.gathered).toEqual([
    {
      ...{ topic: 'The fares', question: 'What do we do about the fares?', ...more },
      ...{ participants: names.map((name) => ({ name })), harvester: { name: 'Scribe' } },
    },
  ])
})

test('proposes one among two, with itself and a new harvester', () => {
  const stage = new Stage('Scout', 'Builder')
  stage.say('Builder', 'Propose a gathering about what we ship with care')
  expect(stage.gathered).toEqual([
    {
      ...{ topic: 'What we ship with care', question: 'What do we do about what we ship with care?' },
      participants: [{ name: 'Scout' }, { name: 'Builder' }],
      harvester: { name: 'Scribe', spawn: {} },
    },
  ])
})

test('an agent proposes one, and uses what was harvested', () => {
  const { stage } = new CircleStage([{ name: 'Scout' }, { name: 'Builder' }])
  stage.say('Builder', 'Gather Scout, Builder and me about the fares')
  expect(stage.told.at(-1)).toContain('you decide whether it begins')
  expect(stage.gathered).toEqual([
    {
      ...{ topic: 'The fares', question: 'What do we do about the fares?', human: {} },
      ...{ participants: [{ name: 'Scout' }, { name: 'Builder' }], harvester: { name: 'Scribe' } },
    },
  ])
  const harvest =
    '## Decided\n\n- Children pay half. [utt-1, utt-2]\n\n## Open\n\n- Who says so? [utt-3]\n\n## Dissent\n\n## Next'
  stage.tell(
    'Builder',
    `The gathering "The fares" is closed: every round was spoken. It is kept in a.md.\n\nIts harvest:\n\n${harvest}`,
  )
  expect(stage.told.at(-1)).toBe(
    'Builder: The harvest of “The fares” is in. It was decided: Children pay half. One point stays open.',
  )
})
