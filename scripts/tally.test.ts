import { expect, test } from 'vitest'
import {
  countPlaywright,
  countVitest,
  failedInPlaywright,
  failedInVitest,
  line,
  overBudget,
  passedIn,
  tookInPlaywright,
} from './tally.mjs'

const vitest = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0, success: false }

test('the tests of a report are counted', () => {
  expect(countVitest(vitest, 1, false)).toEqual({ passed: 3, failed: 1, skipped: 2 })
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 0 }
  expect(countPlaywright({ stats }, 1, false)).toEqual({ passed: 4, failed: 2, skipped: 0 })
})

test('a runner that broke counts as one failure', () => {
  expect(countVitest(null, 1, false)).toMatchObject({ passed: 0, failed: 1 })
  expect(countVitest({ ...vitest, numFailedTests: 0 }, 1, false)).toMatchObject({ passed: 3, failed: 1 })
  expect(countPlaywright('nonsense', 128, true)).toMatchObject({ passed: 0, failed: 1 })
})

test('no test at all is a failure, except where there may be none', () => {
  expect(countVitest({}, 0, false)).toMatchObject({ failed: 1 })
  expect(countVitest({}, 0, true)).toMatchObject({ passed: 0, failed: 0 })
})

test('what passed on one shell is counted, however deep it stands', () => {
  const ran = (projectName: string, status: string) => ({ tests: [{ projectName, status }] })
  const inner = { specs: [ran('desktop', 'expected'), ran('web', 'expected')] }
  const suites = [{ specs: [ran('desktop', 'expected'), ran('desktop', 'unexpected')], suites: [inner] }]
  expect(passedIn({ suites }, 'desktop')).toBe(2)
  expect(passedIn({ suites }, 'web')).toBe(1)
  expect(passedIn(null, 'desktop')).toBe(0)
})

test('a line for a user', () => {
  const count = { name: 'unit', passed: 3, failed: 0, seconds: 1.25 }
  expect(line(count)).toBe('unit     3 passed, 0 failed (1.3 s)')
  expect(line({ ...count, skipped: 1 })).toBe('unit     3 passed, 0 failed, 1 skipped (1.3 s)')
})

test('what failed is named, with the first line of why', () => {
  const ran = (status: string, ...failureMessages: string[]) => ({ status, fullName: 'a b', failureMessages })
  const testResults = [{ name: '/x.test.ts', assertionResults: [ran('passed'), ran('failed', 'no\nat x')] }]
  expect(failedInVitest({ testResults })).toEqual(['/x.test.ts › a b: no'])
  const spec = {
    file: 'x.spec.ts',
    title: 'a',
    tests: [{ results: [{ errors: [{ message: 'no\nat x' }] }] }],
  }
  const suites = [{ specs: [{ ...spec, ok: true }], suites: [{ specs: [{ ...spec, ok: false }] }] }]
  expect(failedInPlaywright({ suites })).toEqual(['x.spec.ts › a: no'])
  expect(failedInVitest(null)).toEqual([])
  expect(failedInPlaywright('nonsense')).toEqual([])
})

test('what takes longer than it may is found, on a busy machine too', () => {
  const took = (title: string, ...ms: number[]) => ({
    file: 'x.spec.ts',
    title,
    tests: [{ results: ms.map((duration) => ({ duration })) }],
  })
  const all = tookInPlaywright({
    suites: [{ specs: [took('a', 4000), took('b', 3000)], suites: [{ specs: [took('c', 8000, 3000)] }] }],
  })
  expect(all.map(({ seconds }) => seconds)).toEqual([4, 3, 11])
  expect(overBudget(all, 10)).toEqual([])
  expect(overBudget([...all, { name: 'd', seconds: 3 }], 10)).toEqual([
    { name: 'x.spec.ts › c', seconds: 11 },
  ])
  expect(overBudget([], 10)).toEqual([])
})
