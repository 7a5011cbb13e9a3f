import { expect, test } from 'vitest'
import { z } from 'zod'
import { requests } from './requests.ts'
import { explain } from './explain.ts'

function words(
  input: unknown,
  kind: 'agents.create' | 'links.open' | 'timeline.page' = 'agents.create',
): string {
  const read = requests[kind].safeParse(input)
  return read.success ? '' : explain(read.error, input)
}

test('with the schema it says which fields there are, and which may be left out', () => {
  const schema = z.strictObject({
    mode: z.enum(['a', 'b']).optional(),
    seats: z.array(z.strictObject({ name: z.string() })),
  })
  const input = { mode: 'c', seats: [{ name: 'Bea', rank: 1 }], also: true }
  const read = schema.safeParse(input)
  expect(read.error && explain(read.error, input, schema)).toBe(
    '"mode" must be "a" or "b", or left out; There is no field "rank" here, only name; ' +
      'There is no field "also" here, only mode, seats.',
  )
})

test('zod’s own words for a pattern are not passed on', () => {
  const read = z.strictObject({ hash: z.string().regex(/^[0-9a-f]{64}$/) }).safeParse({ hash: 'x' })
  expect(read.error && explain(read.error)).toBe('"hash" has a value that it cannot have.')
})

test.each([
  [{}, '"name" is missing (string).'],
  [{ name: 5 }, '"name" must be a string.'],
  [{ name: 'n'.repeat(401) }, '"name" is too long: at most 400 characters.'],
  [
    { name: 'x', permissionMode: 'yolo' },
    '"permissionMode" must be "plan" or "default" or "acceptEdits" or "auto" or "bypassPermissions".',
  ],
  [{ name: 'x', cwd: '' }, '"cwd" must not be empty.'],
  [{ name: 'x', model: '--yolo' }, '"model": a model name has letters, digits and . _ : @ / [ ] -.'],
  [{ name: 'x', 'a\nb': 1 }, 'There is no field "a\\nb" here.'],
  [{ name: 'x', ['k'.repeat(100)]: 1 }, `There is no field "${'k'.repeat(60)}…" here.`],
  [[], 'The request must be an object.'],
  [
    { name: 1, cwd: 2, model: 3, role: 4 },
    '"name" must be a string; "cwd" must be a string; "model" must be a string; and 1 more.',
  ],
])('%j: %s', (input, told) => {
  expect(words(input)).toBe(told)
})

test.each([
  [{ members: [] }, '"members" must have at least 1.'],
  [{ members: Array(21).fill('x') }, '"members" must have at most 20.'],
  [{ members: ['Bob'], budget: 0 }, '"budget" must be at least 1.'],
  [{ members: ['Bob'], budget: 101 }, '"budget" must be at most 100.'],
])('%j: %s', (input, told) => {
  expect(words(input, 'links.open')).toBe(told)
})

test.each([
  [{ since: 'yesterday' }, '"since": a time in ISO 8601 with its zone, such as 2026-11-24T08:00:00Z.'],
  [
    { kinds: 'message,bogus' },
    '"kinds.1" must be "message" or "link" or "timer" or "gathering" or "card" or "agent".',
  ],
  [{ since: true }, '"since" has a value that it cannot have.'],
])('of a field that can be of several kinds %j: %s', (input, told) => {
  expect(words(input, 'timeline.page')).toBe(told)
})
