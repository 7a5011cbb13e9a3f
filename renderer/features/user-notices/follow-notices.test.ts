import { expect, test } from 'vitest'
import type { HandlersView } from '../../../main/contract/handlers/handlers.ts'
import { ruleNoticeWords } from './follow-notices.ts'

const told = (at: number, problem = ''): HandlersView['told'][number] => ({
  message: 'msg-aaaaaaaaa1',
  from: 'agt-aaaaaaaaa0',
  fromName: 'Scout',
  preview: 'All is red.',
  at,
  problem,
  handler: 'hdl-aaaaaaaaa1',
  name: 'Red',
})
test('the words name who wrote, to whom, and the rule, or what went wrong', () => {
  expect(ruleNoticeWords({ name: 'Builder' }, told(1))).toBe(
    'Scout to Builder: “All is red.” (your rule “Red”)',
  )
  expect(ruleNoticeWords({ name: 'Builder' }, told(1, 'docs/status.md is not there.'))).toBe(
    'Your rule “Red” could not answer: docs/status.md is not there. Scout to Builder: “All is red.”',
  )
})
