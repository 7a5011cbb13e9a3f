import { expect, test } from 'vitest'
import { rangeOf } from './chosen-bar.tsx'

const listed = ['agt-a', 'agt-b', 'agt-c', 'agt-d'] as const

test('a range goes from the last chosen one to the one that is meant, in whatever direction', () => {
  const sorted = (...all: Parameters<typeof rangeOf>) => [...rangeOf(...all)].sort()
  expect(sorted(['agt-b'], 'agt-d', listed, null)).toEqual(['agt-b', 'agt-c', 'agt-d'])
  expect(sorted(['agt-d'], 'agt-b', listed, null)).toEqual(['agt-b', 'agt-c', 'agt-d'])
  expect(sorted([], 'agt-b', listed, 'agt-a')).toEqual(['agt-a', 'agt-b'])
  expect(sorted(['agt-gone'], 'agt-b', listed, null)).toEqual(['agt-b', 'agt-gone'])
  // A new range starts where the last one started.
  expect(rangeOf(['agt-b'], 'agt-c', listed, null).at(-1)).toBe('agt-b')
})
