import { expect, test } from 'vitest'
import type { Suggestion } from '../../../main/contract/api/model.ts'
import { answersTo } from './answers.tsx'

const suggestions = (...labels: string[]): Suggestion[] =>
  labels.map((label) => ({ label, isCode: true, permissions: [], mode: null }))
const keysOf = (...labels: string[]) =>
  answersTo(suggestions(...labels)).map(
    ({ key, way }) => `${key} ${way.kind === 'lasting' ? way.label : way.kind}`,
  )

test('1 is once and 2 is no, whatever is offered besides', () => {
  expect(keysOf()).toEqual(['1 once', '2 deny'])
  expect(keysOf('npm run …')).toEqual(['1 once', '2 deny', '3 npm run …'])
  expect(keysOf('a', 'b', 'c')).toEqual(['1 once', '2 deny', '3 a', '4 b', '5 c'])
  expect(keysOf(...'abcdefghij')).toHaveLength(9)
})
