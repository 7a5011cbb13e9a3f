import { describe, expect, test } from 'vitest'
import { draftSeat, type CircleDraft } from './circle-draft.ts'
import { givenWords } from './convene-sheet.tsx'
import { busyAgentsOf, namesWords } from './participants.tsx'
import { capProblem, capsIn, capWarning, numberIn, typedAs, type NumberName } from './numbers.ts'
import { turnHint } from './options.tsx'
import { usualCircle } from './usual-circle.ts'
import { problemFromMain, firstInvalidInput } from './validation.ts'

const unnamed = { ...draftSeat({ kind: 'new', name: ' ' }), key: 'new 1' }
const draft: CircleDraft = {
  ...usualCircle({ agents: [], named: [], near: null, linked: [], status: null, topics: [] }, null),
  topic: 'Ferries',
  question: 'When?',
}
const typed = (name: NumberName, text: string): CircleDraft => ({ ...draft, ...typedAs(draft, name, text) })

describe('what is wrong with a circle', () => {
  test.each([
    ['question', 'Enter a question.', { question: '' }],
    ['cast', 'Add at least one agent.', { seats: [draftSeat({ kind: 'user' })] }],
    [
      'cast',
      'Add at least one agent.',
      { seats: [draftSeat({ kind: 'user' }), draftSeat({ kind: 'agent', agent: 'agt-person@barn' })] },
    ],
    ['seat new 1', 'Give the new agent on seat 2 a name.', { seats: [...draft.seats.slice(0, 1), unnamed] }],
    [
      'harvester',
      'Give the new agent that harvests a name.',
      { harvester: { kind: 'new', name: '' } as const },
    ],
    ['cap', 'Limit: an amount, for example $5, 60 prompts or 200k tokens.', { cap: 'a lot' }],
  ])('%s: %s', (field, words, more) => {
    expect(firstInvalidInput({ ...draft, ...more })).toEqual({ field, words })
  })

  test.each([
    ['beats', '99', 'Reminders per turn: a whole number from 1 to 10.'],
    ['beats', '0', 'Reminders per turn: a whole number from 1 to 10.'],
    ['beats', '2.5', 'Reminders per turn: a whole number from 1 to 10.'],
    ['beats', '', 'Reminders per turn: a whole number from 1 to 10.'],
    ['interval', '-5', 'Reminder interval: whole seconds from 1 to 3600.'],
    ['grace', '601', 'Time for last words: whole seconds from 1 to 600.'],
    ['hold', '6', 'Hold · discussion: a whole number from 1 to 5.'],
  ] as const)('%s of “%s” stands, and is wrong', (field, text, words) => {
    const wrong = typed(field, text)
    expect(wrong.unread).toEqual({ [field]: text })
    expect(numberIn(wrong, field)).toBe(numberIn(draft, field))
    expect(firstInvalidInput(wrong)).toEqual({ field, words })
    const right = { ...wrong, ...typedAs(wrong, field, '4') }
    expect([firstInvalidInput(right), right.unread, numberIn(right, field)]).toEqual([null, {}, 4])
  })

  test.each([
    ['one', 'Enter 2 to 8 options, or none.'],
    ['a\nb\nc\nd\ne\nf\ng\nh\ni', 'Enter 2 to 8 options, or none.'],
    ['ship  now\nShip now', 'Two options are the same.'],
    [`a\n${'b'.repeat(121)}`, 'An option has at most 120 characters.'],
  ])('options of a vote: %j', (options, words) => {
    const decision = { by: 'vote', alone: false, options } as const
    expect(firstInvalidInput({ ...draft, decision })).toEqual({ field: 'options', words })
    expect(firstInvalidInput({ ...draft, decision: { ...decision, by: 'consent' } })).toBeNull()
    expect(firstInvalidInput({ ...draft, decision: { ...decision, options: ' \n' } })).toBeNull()
  })

  test('an error of main is shown at the seat that it names', () => {
    const { seats } = draft
    const problems = ['Scout sits elsewhere.']
    expect(problemFromMain({ problems, problemAt: 2 }, draft)?.field).toBe(`seat ${seats[1]?.key ?? ''}`)
    expect(problemFromMain({ problems, problemAt: 0 }, draft)?.field).toBe('harvester')
    expect(problemFromMain({ problems, problemAt: null }, draft)?.field).toBe('cast')
    expect(problemFromMain({ problems: [], problemAt: null }, draft)).toBeNull()
  })
})

test('agents in other gatherings are listed by gathering', () => {
  const seat = { gathering: 'gat-1', topic: 'Monday', number: 1, hasPiece: false } as const
  const one = (name: string, at: typeof seat | null = seat) => ({
    id: `agt-${name}` as const,
    name,
    seat: at,
  })
  const agents = [one('Ann'), one('Bob'), one('Cid', null)]
  expect(busyAgentsOf(agents)).toEqual([{ gathering: 'gat-1', topic: 'Monday', names: ['Ann', 'Bob'] }])
  expect(namesWords(['Ann'])).toBe('Ann')
  expect(namesWords(['Ann', 'Bob', 'Cid', 'Dee'])).toBe('Ann, Bob, Cid and Dee')
  expect(namesWords(['Ann', 'Bob', 'Cid', 'Dee', 'Eve'])).toBe('Ann, Bob, Cid and 2 others')
})

test('the numbers of a turn are told in a sentence', () => {
  expect(turnHint(draft)).toBe(
    'If an agent stops without passing, it is asked whether to go on. The last of the 3 reminders asks for last words and waits 30 s for them.',
  )
  expect(turnHint({ ...draft, beats: 1, seats: [draftSeat({ kind: 'user' })] })).toBe(
    'If an agent stops without passing, it is asked for last words. You are asked after 60 s. There are 30 s for them.',
  )
})

const told = (likely: readonly [number, number], cost: readonly [number, number] | null) => ({
  modelTurns: { likely, most: 99 },
  cost: cost && { likely: cost },
})

test('several caps may be typed, each once', () => {
  expect(capsIn('$2 or 5 turns or 200k tokens')).toEqual([
    { kind: 'cost', usd: 2 },
    { kind: 'turns', turns: 5 },
    { kind: 'tokens', tokens: 200_000 },
  ])
  expect(capsIn('5 turns or 6 turns')).toBeNull()
  expect(capProblem('5 turns or nothing')).not.toBe('')
})

test('a cap that is reached before the end is warned of', () => {
  expect(capWarning('5 turns', told([13, 19], null))).toBe(
    'It stops and asks you at 5 prompts, and likely takes 13 or more.',
  )
  expect(capWarning('13 turns', told([13, 19], null))).toBe('')
  expect(capWarning('$0.50', told([13, 19], [1.2, 2]))).toBe(
    'It stops and asks you at $0.50, and likely costs $1.20 or more.',
  )
  expect(capWarning('$0.50', told([13, 19], null))).toBe('')
  expect(capWarning('', null)).toBe('')
})

test('a fork from before the first statement says so', () => {
  const given = (count: number) =>
    givenWords({ begins: 'there', canGoOn: true, given: count, sealed: 0 }, 'there')
  expect(given(0)).toBe('There are no earlier statements.')
  expect(given(1)).toBe('Everyone gets the one earlier statement.')
})
