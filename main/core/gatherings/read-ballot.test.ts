import { describe, expect, test } from 'vitest'
import type { Decision } from '../../contract/gatherings/decisions.ts'
import { optionsIn, readBallot, withOptions } from './read-ballot.ts'

const plan = { alone: false, proposed: [], ballots: [], isReopened: false, outcome: null } as const
const consent: Decision = { ...plan, by: 'consent', options: [] }
const vote: Decision = { ...plan, by: 'vote', options: ['Ship now', 'Wait', 'Never, ever'] }

function read(text: string, decision: Decision) {
  const found = readBallot(text, decision)
  return 'choice' in found ? found.choice : found.problem
}

describe('consent', () => {
  test.each([
    ['AGREE', { kind: 'agree' }],
    ['I have looked at it.\n\n**Agree.**', { kind: 'agree' }],
    ['- AGREE: it holds', { kind: 'agree' }],
    ['STAND ASIDE', { kind: 'aside' }],
    ['_stand-aside_', { kind: 'aside' }],
    ['ABSTAIN', { kind: 'abstained' }],
    ['OBJECT: nobody is awake', { kind: 'object', reason: 'nobody is awake' }],
    ['**OBJECT:** nobody\nis awake', { kind: 'object', reason: 'nobody is awake' }],
    ['Objection: it breaks', { kind: 'object', reason: 'it breaks' }],
    ['AGREE\n\nAs I said:\nAGREE', { kind: 'agree' }],
  ])('%j', (text, choice) => {
    expect(read(text, consent)).toEqual(choice)
  })

  test.each([
    ['', /no answer/],
    ['I agree with Bob on most of it, but not on Friday.', /no answer/],
    ['> AGREE', /no answer/],
    ['```\nAGREE\n```', /no answer/],
    ['VOTE: 1', /no answer/],
    ['OBJECT', /needs its reason/],
    ['AGREE\nOBJECT: no', /two different/],
  ])('%j is none', (text, problem) => {
    expect(read(text, consent)).toMatch(problem)
  })
})

describe('a vote', () => {
  test.each([
    ['VOTE: 2 > 1 > 3', [[1], [0], [2]]],
    ['vote: 2, 1, 3.', [[1], [0], [2]]],
    ['**VOTE: #2 = 1 > 3**', [[1, 0], [2]]],
    ['My vote: wait > “Never, ever”', [[1], [2]]],
    ['VOTE: 3', [[2]]],
  ])('%j', (text, ranks) => {
    expect(read(text, vote)).toEqual({ kind: 'ranked', ranks })
  })

  test.each([
    ['VOTE: 4 > 1', 'There is no option "4".'],
    ['VOTE: 0', 'There is no option "0".'],
    ['VOTE: later', 'There is no option "later".'],
    ['VOTE: 1 > 2 > 1', 'Option 1 is ranked twice.'],
    ['VOTE: 1 > wait = 2', 'Option 2 is ranked twice.'],
    ['VOTE: 1 >', 'There is no option "".'],
  ])('%j is none', (text, problem) => {
    expect(read(text, vote)).toBe(problem)
  })
})

describe('options that are put up', () => {
  test('each in a line of its own, once, and at most eight', () => {
    const words = 'I see two.\n- OPTION: the  cloud\n**OPTION 2: our rack**\n> OPTION: quoted'
    expect(optionsIn(words)).toEqual(['the cloud', 'our rack'])
    expect(withOptions(['The Cloud'], words)).toEqual(['The Cloud', 'our rack'])
    const many = Array.from({ length: 20 }, (_, at) => `OPTION: ${at}`).join('\n')
    expect(withOptions([], many)).toHaveLength(8)
  })
})
