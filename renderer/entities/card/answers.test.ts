import { expect, test } from 'vitest'
import type { Suggestion } from '../../../main/contract/api/model.ts'
import { answersTo } from './answers.tsx'

const suggestions = (...labels: string[]): Suggestion[] =>
  labels.map((label) => ({ label, isCode: true, permissions: [], mode: null }))
const keysOf = (...labels: string[]) =>
  answersTo(suggestions(...labels)).map(
    ({ key, way }) => `${key} ${way.kind === 'lasting' ? way.label : way.kind}`,
  )

test('1 is once and 3 is no, whatever is offered besides', () => {
  expect(keysOf()).toEqual(['1 once', '3 deny'])
  expect(keysOf('npm run …')).toEqual(['1 once', '2 npm run …', '3 deny'])
  expect(keysOf('a', 'b', 'c')).toEqual(['1 once', '2 a', '3 deny', '4 b', '5 c'])
  expect(keysOf(...'abcdefghij')).toHaveLength(9)
})
