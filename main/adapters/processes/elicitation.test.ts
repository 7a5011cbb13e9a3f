import { describe, expect, test } from 'vitest'
import type { Form } from '../../contract/agents/forms.ts'
import { elicitationAnswer, readElicitation } from './elicitation.ts'

const asked = { by: 'ferry', message: 'Book it?', mode: 'form', schema: {} as unknown, url: '' }
const formOf = (properties: object, required: readonly string[] = []): Form =>
  readElicitation({ ...asked, schema: { type: 'object', properties, required } }).form

const why = (form: Form): string => (form.kind === 'unusable' ? form.why : '')

test('a schema becomes a form, field by field', () => {
  const form = formOf(
    {
      name: { type: 'string', title: 'Name', description: 'On the ticket', minLength: 2, format: 'email' },
      seats: { type: 'integer', minimum: 1, maximum: 8, default: 2 },
      deck: { type: 'string', enum: ['in', 'out'], enumNames: ['Inside', 'Outside'], default: 'out' },
      meals: { type: 'array', items: { anyOf: [{ const: 'l', title: 'Lunch' }] }, default: ['l', 'x'] },
      sure: { type: 'boolean', default: true },
    },
    ['name'],
  )
  expect(form).toMatchObject({
    fields: [
      {
        label: 'Name',
        about: 'On the ticket',
        isRequired: true,
        input: { kind: 'text', format: 'email', least: 2 },
      },
      { label: 'seats', isRequired: false, input: { isWhole: true, least: 1, most: 8, initial: 2 } },
      {
        input: {
          kind: 'choice',
          initial: 'out',
          options: [{ value: 'in', label: 'Inside' }, { value: 'out' }],
        },
      },
      { input: { kind: 'choices', initial: ['l'], options: [{ value: 'l', label: 'Lunch' }] } },
      { input: { kind: 'boolean', initial: true } },
    ],
  })
})

describe('a form that cannot be shown whole can only be declined', () => {
  test('of a thousand fields', () => {
    const many = Array.from({ length: 1000 }, (_, at) => [`f${at}`, { type: 'string' }])
    expect(why(formOf(Object.fromEntries(many)))).toBe(
      'Janus cannot show this form: it asks for 1000 values, and 40 is the most.',
    )
  })

  test('of too many words', () => {
    expect(why(formOf({ x: { type: 'string', description: 'x'.repeat(70_000) } }))).toContain(
      'too many words',
    )
  })

  test('with a required field of an unknown kind; one that is optional is left out', () => {
    const odd = { odd: { type: 'object', properties: {} }, name: { type: 'string' } }
    expect(why(formOf(odd, ['odd']))).toContain('“odd”')
    expect(formOf(odd)).toMatchObject({ kind: 'fields', fields: [{ name: 'name' }] })
  })

  test('in a mode that nobody knows', () => {
    expect(why(readElicitation({ ...asked, mode: 'dance' }).form)).not.toBe('')
  })
})

test('a hostile schema is read as data', () => {
  const schema: unknown = JSON.parse(
    '{"properties":{"__proto__":{"type":"string","pattern":"(a+)+$"},"n":{"type":"number","minimum":"x","maximum":null},"c":{"type":"string","enum":[{},7]},"o":{"type":"string","enum":["a","a"]}},"required":{"length":9}}',
  )
  const { form } = readElicitation({ ...asked, schema })
  expect(form).toMatchObject({ kind: 'fields', fields: [{ name: '__proto__' }, { input: { least: null } }] })
  for (const nothing of [null, 7, [], 'x', { properties: [] }])
    expect(readElicitation({ ...asked, schema: nothing }).form).toEqual({ kind: 'fields', fields: [] })
})

test.each([
  ['https://ferry.example/connect?s=1', 'page'],
  ['http://127.0.0.1:4000/', 'page'],
  ['javascript:alert(1)', 'unusable'],
  ['file:///etc/passwd', 'unusable'],
  ['no address', 'unusable'],
  [null, 'unusable'],
])('only a page of the web is offered: %s', (url, kind) => {
  expect(readElicitation({ ...asked, mode: 'url', url }).form.kind).toBe(kind)
})

test('the answer has the form of the protocols', () => {
  const form = formOf({ name: { type: 'string' }, note: { type: 'string' } })
  const values = ['Mo', null]
  expect(elicitationAnswer(form, { kind: 'allow', values })).toEqual({
    action: 'accept',
    content: { name: 'Mo' },
  })
  expect(elicitationAnswer(form, { kind: 'deny', message: '' })).toEqual({ action: 'decline' })
  expect(elicitationAnswer(form, { kind: 'deny', message: '', isCancelled: true })).toEqual({
    action: 'cancel',
  })
  const page = { kind: 'page', url: 'https://ferry.example/' } as const
  expect(elicitationAnswer(page, { kind: 'allow' })).toEqual({ action: 'accept' })
})

test('the card’s title is one line, and its input the whole message', () => {
  const { title, input, tool } = readElicitation({
    ...asked,
    by: 'a\u001b[31mb\nc',
    message: 'Who?\nAnd when?',
  })
  expect(title).toBe('Who? …')
  expect(input).toBe('Who?\nAnd when?')
  expect(tool.name).toBe('ab c')
})
