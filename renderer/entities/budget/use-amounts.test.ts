import { expect, test } from 'vitest'
import { shortUse } from './use-amounts.ts'

test('a use that is cut keeps its unit', () => {
  expect(shortUse('$0.12, 42k tokens')).toEqual(['$0.12', ', 42k tokens'])
  expect(shortUse('496k tokens')).toEqual(['496k tokens', ''])
  expect(shortUse('at least $0.12, 42k tokens')).toEqual(['at least $0.12', ', 42k tokens'])
})
