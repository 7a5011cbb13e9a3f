import { expect, test } from 'vitest'
import type { Entry, EntryKind } from '../../../main/contract/model.ts'
import { placeOf } from './row-place.ts'

const row = (n: number, kind: EntryKind): Entry => ({
  agent: 'agt-a',
  n,
  turn: null,
  kind,
  author: { kind: 'system' },
  authorName: '',
  text: '',
  tool: null,
  call: null,
  isError: false,
  message: null,
  at: 0,
})

test('a block is found by its key', () => {
  const entries = [row(7, 'thinking'), row(8, 'text'), row(9, 'tool'), row(10, 'result'), row(11, 'text')]
  expect(placeOf('text-0', entries)).toBe(8)
  expect(placeOf('text-1', entries)).toBe(11)
  expect(placeOf('thinking-0', entries)).toBe(7)
  expect(placeOf('row-9', entries)).toBe(9)
  expect(placeOf('text-2', entries)).toBeUndefined()
})
