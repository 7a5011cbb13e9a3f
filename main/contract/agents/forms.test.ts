import { describe, expect, test } from 'vitest'
import {
  fieldProblem,
  formContent,
  formProblem,
  limitWords,
  type FieldInput,
  type FormField,
} from './forms.ts'

const field = (input: FieldInput, isRequired = false): FormField => ({
  name: 'x',
  label: 'X',
  about: '',
  isRequired,
  input,
})
const text = { kind: 'text', format: null, least: 2, most: 4, initial: '' } as const
const whole = { kind: 'number', isWhole: true, least: 1, most: 8, initial: null } as const
const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase(), about: '' }))
const choices = { kind: 'choices', options, least: 0, most: 2, initial: [] } as const

describe('a value is checked against its field', () => {
  test.each([
    [text, 'abc', null],
    [text, '', null],
    [text, 'a', 'At least 2 characters'],
    [text, 'abcde', 'At most 4 characters'],
    // Four code points, eight UTF-16 units.
    [text, '😀😀😀😀', null],
    [text, 7, 'Not a text'],
    [{ ...text, most: 90, format: 'email' }, 'mo@ferry.example', null],
    [{ ...text, most: 90, format: 'email' }, 'mo', 'Write an email address'],
    [{ ...text, most: 90, format: 'date-time' }, '2026-03-31', 'Write a time such as 2026-03-31T09:30:00Z'],
    [{ ...text, most: 90, format: 'date-time' }, '2026-03-31T09:30+02:00', null],
    [whole, 8, null],
    [whole, 9, 'Must be at most 8'],
    [whole, 1.5, 'Must be a whole number'],
    [whole, NaN, 'Not a number'],
    [whole, '8', 'Not a number'],
    [{ kind: 'boolean', initial: false }, false, null],
    [{ kind: 'choice', options, initial: null }, 'b', null],
    [{ kind: 'choice', options, initial: null }, 'toString', 'Not one of the options'],
    [choices, ['a', 'c'], null],
    [choices, ['a', 'b', 'c'], 'Choose at most 2'],
    [choices, ['a', 'a'], 'Not a list of options'],
    [choices, ['z'], 'Not one of the options'],
  ] as const)('%o %o', (input, value, problem) => {
    expect(fieldProblem(field(input as FieldInput), value)).toBe(problem)
  })

  test('what is required must be there', () => {
    for (const value of ['', null]) expect(fieldProblem(field(text, true), value)).toBe('Required')
    expect(fieldProblem(field(choices, true), [])).toBe('Choose at least 1')
  })
})

test('a form is answered whole or not at all', () => {
  const form = { kind: 'fields', fields: [field(text, true), { ...field(whole), label: 'Seats' }] } as const
  expect(formProblem(form, [])).toBe('X: Required.')
  expect(formProblem(form, ['abc', 9])).toBe('Seats: Must be at most 8.')
  expect(formProblem(form, ['abc', 3])).toBeNull()
  expect(formProblem({ kind: 'unusable', why: 'Too long.' }, [])).toBe('Too long.')
})

test('the answer has no field that was left empty, and any name', () => {
  const fields = ['__proto__', 'constructor', 'empty'].map((name) => ({ ...field(text), name }))
  const content = formContent({ kind: 'fields', fields }, ['abc', 'abd', ''])
  expect(Object.entries(content)).toEqual([
    ['__proto__', 'abc'],
    ['constructor', 'abd'],
  ])
  expect(Object.getPrototypeOf(content)).toBe(Object.prototype)
})

test.each([
  [text, '2 to 4 characters'],
  [{ ...text, least: 0 }, 'at most 4 characters'],
  [{ ...text, least: 0, most: 4096 }, ''],
  [whole, 'a whole number, 1 to 8'],
  [choices, 'choose at most 2'],
  [{ ...choices, most: 3 }, 'choose any'],
] as const)('the limits of %o in words', (input, words) => {
  expect(limitWords(field(input))).toBe(words)
})
