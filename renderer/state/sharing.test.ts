import { expect, test } from 'vitest'
import { reuseEqualParts } from './sharing.ts'

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T
const before = {
  name: 'scout',
  card: null,
  pending: [
    { id: 'msg-1', from: { kind: 'user' } },
    { id: 'msg-2', from: { kind: 'agent' } },
  ],
  look: { hue: 1 },
}

test('what is the same stays the same object', () => {
  expect(reuseEqualParts(before, copy(before))).toBe(before)
})

test('what changed is new, what is beside it is not', () => {
  const after = reuseEqualParts(before, { ...copy(before), name: 'Scout' })
  expect(after.name).toBe('Scout')
  expect(after.pending).toBe(before.pending)
  expect(after.look).toBe(before.look)
})

test('one that leaves a list leaves the others as they are', () => {
  const after = reuseEqualParts(before, { ...copy(before), pending: copy(before.pending.slice(1)) })
  expect(after.pending).toHaveLength(1)
  expect(after.pending[0]).toBe(before.pending[1])
})

test('nothing is taken over that is not there any more, nor kept from another kind of thing', () => {
  expect(reuseEqualParts({ a: 1, b: 2 }, { a: 1 } as { a: number; b?: number })).toEqual({ a: 1 })
  expect(reuseEqualParts([1, 2, 3], [1, 2])).toEqual([1, 2])
  expect(reuseEqualParts({ a: [] }, { a: {} } as unknown)).toEqual({ a: {} })
  expect(reuseEqualParts(null, { a: 1 })).toEqual({ a: 1 })
})
