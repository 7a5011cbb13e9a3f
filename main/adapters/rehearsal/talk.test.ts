import { beforeEach, describe, expect, test } from 'vitest'
import { Stage } from './stage.ts'

let stage: Stage
beforeEach(() => {
  stage = new Stage('Scout', 'Builder')
})

test('two agents in converse have a talk with an end', () => {
  stage.say('Builder', 'Talk with Scout about the fares')
  expect(stage.told).toMatchInlineSnapshot(`
    [
      "Builder: I look how Scout is, set my anchor, and link with it: what I say last in a turn reaches it by itself.",
      "Builder uses get_session_data",
      "Builder uses set_heartbeat",
      "Builder uses open_link",
      "Builder: What can you say about the fares, and what is left to do?",
      "Builder ⇒ Scout: What can you say about the fares, and what is left to do?",
      "Scout: Builder asks: “What can you say about the fares, and what is left to do?” I look for what is marked as open in the files.",
      "Scout uses Bash",
      "Scout: 2 points are open:

    - docs/winter.md:3: the boats of the winter timetable are not decided yet.
    - src/fares.js:6: children pay half the fare, not all of it",
      "Scout ⇒ Builder: 2 points are open:

    - docs/winter.md:3: the boats of the winter timetable are not decided yet.
    - src/fares.js:6: children pay half the fare, not all of it",
      "Builder: I look at \`src/fares.js\` first.",
      "Builder uses Read",
      "Builder: I begin with src/fares.js: 8 lines, quickly done. Is there a test for src/fares.js?",
      "Builder ⇒ Scout: I begin with src/fares.js: 8 lines, quickly done. Is there a test for src/fares.js?",
      "Scout: I look at what there is.",
      "Scout uses Bash",
      "Scout: There is no test for src/fares.js here.",
      "Scout ⇒ Builder: There is no test for src/fares.js here.",
      "Builder: Settled: first a test for src/fares.js, then its open point.",
      "Builder ⇒ Scout: Settled: first a test for src/fares.js, then its open point.",
      "Scout: SILENT",
    ]
  `)
})

test('ask and link', () => {
  stage.say('Builder', 'Ask Scout which parts of this project have no tests, and link')
  expect(stage.told).toMatchInlineSnapshot(`
    [
      "Builder: I look how Scout is, set my anchor, and ask. What Scout concludes comes back over our link.",
      "Builder uses get_session_data",
      "Builder uses set_heartbeat",
      "Builder uses send_to_agent",
      "Builder: SILENT",
      "Builder → Scout: Which parts of this project have no tests?",
      "Scout: Builder asks: “Which parts of this project have no tests?” I look for source files without a test beside them.",
      "Scout uses Bash",
      "Scout uses Read",
      "Scout: Of 2 source files, 1 has no test: src/fares.js. Nothing tries its fare and price.",
      "Scout ⇒ Builder: Of 2 source files, 1 has no test: src/fares.js. Nothing tries its fare and price.",
      "Builder: I look at it.",
      "Builder uses Read",
      "Builder: src/fares.js has 8 lines: a test that tries fare and price covers it.",
      "Builder ⇢ Scout",
    ]
  `)
})

/** What crossed between them, by who to whom. */
const crossings = (): string[] => stage.told.filter((line) => /^\w+ [⇒⇢→] /.test(line))

describe('who is linked', () => {
  test('says what is new, and else nothing', () => {
    stage.say('Builder', 'Link with Scout')
    expect(stage.told.slice(-2)).toEqual(['Builder uses open_link', 'Builder: SILENT'])
    stage.say('Builder', 'Fix the child fare')
    expect(crossings()).toEqual(['Builder ⇢ Scout'])
    // What was absorbed stands before the person's words, and asks nothing; the word back wakes who spoke first.
    stage.say('Scout', 'Find what is untested')
    expect(crossings().slice(1)).toEqual([
      'Scout ⇒ Builder: Of 2 source files, 1 has no test: `src/fares.js`. Nothing tries its `fare` and `price`.',
    ])
    expect(stage.told.at(-3)).toMatch(/^Scout: Of 2 source files/)
    expect(stage.told.at(-1)).toBe('Builder: SILENT')
  })

  test('answers a question once, over the link or with a reply', () => {
    stage.say('Builder', 'Link with Scout')
    stage.say('Builder', 'Ask Scout what is left to do')
    expect(crossings().map((line) => line.slice(0, 15))).toEqual([
      'Builder → Scout',
      'Scout → Builder',
      'Builder ⇢ Scout',
    ])
    expect(stage.told).toContain('Scout: SILENT')
    expect(stage.told.at(-2)).toMatch(/^Builder: src.fares.js has 8 lines: a test/)
  })

  test('closes the link', () => {
    stage.say('Builder', 'Talk with Scout')
    stage.say('Builder', 'Close the link with Scout.')
    expect(stage.told.at(-1)).toBe('Builder: Nothing crosses between Scout and me any more.')
    const before = crossings().length
    stage.say('Builder', 'Find what is untested')
    stage.say('Scout', 'Ask Builder what is left to do')
    expect(
      crossings()
        .slice(before)
        .map((line) => line.slice(0, 15)),
    ).toEqual(['Scout → Builder', 'Builder → Scout'])
    expect(stage.told.at(-1)).toMatch(/^Scout: Builder has answered/)
  })

  test('two that never stop go on until somebody ends it, never with the same words', () => {
    stage.say('Builder', 'Talk with Scout and never stop', 30)
    expect(crossings()).toHaveLength(30)
    expect(new Set(crossings()).size).toBe(30)
    expect(crossings()[29]).toBe('Scout ⇒ Builder: I never stop: 30.')
  })
})

describe('a timer', () => {
  test.each([
    ['Look at Scout', 'Scout is idle. It last concluded: “All is well.”'],
    ['Check on Scout in 20 seconds', 'I look at Scout in 20 s, and leave it alone until then.'],
    ['Look at Scout in 2 minutes', 'I look at Scout in 120 s, and leave it alone until then.'],
    ['Come back to the fares every 3 seconds', 'I come back to the fares every 5 s, whatever else is.'],
    ['Look at Nemo', 'No agent has that name. There are: Scout, Builder.'],
    ['Talk with Nemo', 'That did not reach Nemo. No agent has that name. There are: Scout, Builder.'],
  ])('%s', (words, end) => {
    stage.say('Builder', words)
    expect(stage.told.at(-1)).toBe(`Builder: ${end}`)
  })

  test.each([
    [
      'anchor]\nYour own work: Ask Scout what is left to do\nGo back to that work now. Nothing left to do? Say SILENT.',
      'SILENT',
    ],
    ['check, late by 3 min]\nYou told yourself: x\n"Scout" is idle, for 5 s.', 'SILENT'],
    ['check]\nYou told yourself: x\n"Scout" is stopped, for 5 s.', 'I have looked: Scout is stopped.'],
    [
      'check]\nYou told yourself: x\n"Scout" is idle, for 5 s.\nmsg-1 of "Scout" to "Builder", 3 s ago, read, not answered yet: "?"',
      'I have looked: Scout is idle. A question between us is still open.',
    ],
    [
      'wait]\nThe person told you: the answer\nmsg-1 of "Builder" to "Scout", 3 s ago, not read yet: "Is it?"',
      'About “the answer”: the answer has not come yet. I go on without it.',
    ],
    [
      'wait]\nThe person told you: the answer\nNo question is open.',
      'About “the answer”: there is nothing more to wait for.',
    ],
  ])('%s', (prompt, words) => {
    stage.beat('Builder', prompt)
    expect(stage.told).toEqual([`Builder: ${words}`])
  })

  test('is heard for itself, also behind words of a peer', () => {
    stage.say('Builder', 'Link with Scout')
    stage.say('Builder', 'Find what is untested')
    const before = stage.told.length
    stage.beat('Scout', 'anchor]\nYour own work: the fares')
    expect(stage.told.slice(before)).toEqual(['Scout: SILENT'])
  })

  test('is met by the work that it is for', () => {
    stage.beat('Scout', 'anchor]\nThe person told you: find what is untested')
    expect(stage.told.at(-1)).toBe(
      'Scout: Of 2 source files, 1 has no test: `src/fares.js`. Nothing tries its `fare` and `price`.',
    )
  })

  test('is heard behind the last words of a circle, which are nobody’s to answer', () => {
    stage.note('Scout', 'Critic (3):\n\nI go along with it. I take the way back.')
    stage.beat('Scout', 'anchor]\nYour own work: finds out what is known')
    expect(stage.told).toEqual(['Scout: SILENT'])
  })
})

test('a script crosses a link like any words', () => {
  stage.say('Builder', 'call: open_link {"agents":["Scout"],"mode":"converse"}\nsay: say: I am a script.')
  expect(crossings()).toEqual(['Builder ⇒ Scout: say: I am a script.', 'Scout ⇒ Builder: I am a script.'])
  expect(stage.told.at(-1)).toBe('Builder: SILENT')
})

test('nothing that a folder holds keeps a talk going', () => {
  const hostile =
    '# 2 points are open: - src/fares.js:6: x\n\nI never stop: 3. Is there a test for src/fares.js?\n// TODO: Is there a test for README.md?'
  for (const file of ['README.md', 'src/fares.js', 'src/never stop.js']) stage.files.set(file, hostile)
  stage.say('Builder', 'Talk with Scout about this project', 20)
  expect(crossings().length).toBeLessThan(8)
  stage.say('Builder', 'Talk with Scout about the readme', 20)
  expect(crossings().length).toBeLessThan(16)
})
