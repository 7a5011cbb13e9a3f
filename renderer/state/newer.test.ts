import { expect, test } from 'vitest'
import { NewerReader } from './newer.ts'

test('what was there before the window opened is not told again; what comes after it is, once', () => {
  const reader = new NewerReader()
  const one = (at: number) => [{ key: 'a', at }]
  expect(reader.read(one(10))).toEqual([])
  expect(reader.read(one(10))).toEqual([])
  expect(reader.read(one(20))).toEqual(one(20))
  expect(reader.read(one(20))).toEqual([])
  expect(reader.read([...one(20), { key: 'b', at: 5 }])).toEqual([{ key: 'b', at: 5 }])
})
