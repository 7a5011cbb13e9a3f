import { expect, test } from 'vitest'
import { answersOf, currentOf, toggleOption } from './questions.ts'

const questions = [
  {
    text: 'Which scope?',
    options: [
      { label: 'a', description: 'first' },
      { label: 'b', description: '' },
    ],
    isMany: false,
  },
  {
    text: 'Which days?',
    options: [
      { label: 'Mon', description: '' },
      { label: 'Tue', description: '' },
    ],
    isMany: true,
  },
]

test('every question needs an answer, own words count', () => {
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
  const one = toggleOption(none, 'a', false)
  expect(one).toEqual({ chosen: ['a'], own: 'own' })
  expect(toggleOption(one, 'b', false).chosen).toEqual(['b'])
  expect(toggleOption(one, 'a', false).chosen).toEqual([])
  expect(toggleOption(one, 'b', true).chosen).toEqual(['a', 'b'])
})

test('the keys go from question to question, and stay where several may be chosen', () => {
  const current = (choices: Parameters<typeof currentOf>[1], held: string | null = null) =>
    currentOf(questions, choices, held)?.text
  const scope = { 'Which scope?': { chosen: ['a'], own: '' } }
  expect(current({})).toBe('Which scope?')
  expect(current(scope)).toBe('Which days?')
  expect(current({ ...scope, 'Which days?': { chosen: ['Mon'], own: '' } })).toBe('Which days?')
  expect(current({}, 'Which days?')).toBe('Which days?')
})

test('a question may be named like what every object has', () => {
  const named = ['__proto__', 'toString'].map((text) => ({ text, options: [], isMany: false }))
  expect(currentOf(named, {}, null)?.text).toBe('__proto__')
  expect(answersOf(named, {})).toBeNull()
})
