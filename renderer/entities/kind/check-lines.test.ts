import { expect, test } from 'vitest'
import type { KindStatus } from '../../../main/contract/api/views.ts'
import { diagnosisOf } from './check-lines.ts'

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

test('a diagnosis names no account', () => {
  const words = diagnosisOf('0.1.0', program)
  expect(words).toContain('Signed in: yes')
  expect(words).not.toContain('ferry')
})
