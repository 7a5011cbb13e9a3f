import { expect, test } from 'vitest'
import type { KindStatus } from '../../../main/contract/views.ts'
import { checkLines, diagnosisOf } from './check-lines.ts'

const program: KindStatus = {
  kind: 'codex',
  models: [],
  plan: [],
  name: 'Agent',
  path: '/opt/agent',
  version: '2.1.1',
  oldest: '2.1.0',
  login: 'in',
  account: 'mo@ferry.example',
  problem: null,
  checkedAt: 0,
}
const states = (problem: KindStatus['problem']) =>
  checkLines({ ...program, problem }).map((line) => line.state)

test('the first wrong line says what to do, those after it wait', () => {
  expect(states(null)).toEqual(['good', 'good', 'good'])
  expect(states({ line: 'version', words: 'x' })).toEqual(['good', 'wrong', 'later'])
  expect(states({ line: 'login', words: 'x' })).toEqual(['good', 'good', 'wrong'])
  expect(checkLines({ ...program, problem: { line: 'binary', words: 'None there.' } })[0]?.words).toBe(
    'None there.',
  )
})

test('a diagnosis names no account', () => {
  const words = diagnosisOf('0.1.0', program)
  expect(words).toContain('Signed in: yes')
  expect(words).not.toContain('ferry')
})
