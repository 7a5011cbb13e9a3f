import { expect, test } from 'vitest'
import { placeWords } from './say-place.ts'

test('a row that was moved says its place', () => {
  expect(placeWords('b', ['a', 'b', 'c'], ['b', 'a', 'c'])).toBe('Number 1 of 3')
  expect(placeWords('a', ['a', 'b', 'c'], ['b', 'c', 'a'])).toBe('Number 3 of 3')
})

test('one that others leave, come before or pass by says nothing of them', () => {
  expect(placeWords('b', ['a', 'b'], ['b'])).toBeNull()
  expect(placeWords('b', ['b'], ['a', 'b'])).toBeNull()
  expect(placeWords('c', ['a', 'b'], ['a', 'b', 'c'])).toBeNull()
  expect(placeWords('c', ['a', 'b', 'c'], ['b', 'a', 'c'])).toBeNull()
})
