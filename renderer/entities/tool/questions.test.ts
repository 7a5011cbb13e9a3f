import { expect, test } from 'vitest'
import { answersOf, currentOf, questionsIn, toggled } from './questions.ts'

const input = JSON.stringify({
  questions: [
    {
      question: 'Which scope?',
      header: 'Scope',
      multiSelect: false,
      options: [{ label: 'a', description: 'first' }, { label: 'b' }],
    },
    {
      question: 'Which days?',
      multiSelect: true,
      options: [{ label: 'Mon' }, { label: 'Tue' }, { nothing: 1 }],
    },
    { question: '' },
  ],
})

test('questions come out of the input, what is no question does not', () => {
  const questions = questionsIn(input)
  expect(questions.map((question) => question.text)).toEqual(['Which scope?', 'Which days?'])
  expect(questions[0]?.options).toEqual([
    { label: 'a', description: 'first' },
    { label: 'b', description: '' },
  ])
  expect(questions[1]?.isMany).toBe(true)
})

test('an input that is cut or strange has no questions', () => {
  expect(questionsIn('{"questions":[{"quest')).toEqual([])
  expect(questionsIn('{"questions":"all"}')).toEqual([])
  expect(questionsIn('[null]')).toEqual([])
})

test('every question needs an answer, own words count', () => {
  const questions = questionsIn(input)
  const scope = { 'Which scope?': { chosen: ['b'], own: '' } }
  expect(answersOf(questions, scope)).toBe(null)
  expect(
    answersOf(questions, { ...scope, 'Which days?': { chosen: ['Mon', 'Tue'], own: ' not early ' } }),
  ).toEqual({
    'Which scope?': 'b',
    'Which days?': 'Mon, Tue, not early',
  })
})

test('an option is chosen and let go; a single choice has one at most', () => {
  const none = { chosen: [], own: 'own' }
  const one = toggled(none, 'a', false)
  expect(one).toEqual({ chosen: ['a'], own: 'own' })
  expect(toggled(one, 'b', false).chosen).toEqual(['b'])
  expect(toggled(one, 'a', false).chosen).toEqual([])
  expect(toggled(one, 'b', true).chosen).toEqual(['a', 'b'])
})

test('the keys go from question to question, and stay where several may be chosen', () => {
  const questions = questionsIn(input)
  const current = (choices: Parameters<typeof currentOf>[1], held: string | null = null) =>
    currentOf(questions, choices, held)?.text
  const scope = { 'Which scope?': { chosen: ['a'], own: '' } }
  expect(current({})).toBe('Which scope?')
  expect(current(scope)).toBe('Which days?')
  expect(current({ ...scope, 'Which days?': { chosen: ['Mon'], own: '' } })).toBe('Which days?')
  expect(current({}, 'Which days?')).toBe('Which days?')
})

test('a question may be named like what every object has', () => {
  const named = questionsIn(
    JSON.stringify({ questions: [{ question: '__proto__' }, { question: 'toString' }] }),
  )
  expect(currentOf(named, {}, null)?.text).toBe('__proto__')
  expect(answersOf(named, {})).toBeNull()
})
