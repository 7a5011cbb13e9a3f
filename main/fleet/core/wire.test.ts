import { expect, test } from 'vitest'
import { line } from '../../contract/api/shapes.ts'
import { wireMail } from '../contract/wire.ts'
import { makeMessage } from '../../testkit/factories/factories.ts'
import { inOneLine } from '../../core/words/text.ts'
import { nameOnWire, wireOf } from './wire.ts'

test.each([
  ['Mo', 'Mo'],
  ['  Ann \n of the attic ', 'Ann of the attic'],
  ['A\u202eb\u0000c', 'Abc'],
  [`${'x'.repeat(63)}\u{1f6a2}`, 'x'.repeat(63)],
  ['x'.repeat(100), 'x'.repeat(64)],
  ['\n\u0007', 'somebody'],
  [`${'x'.repeat(64)}@barn`, `${'x'.repeat(59)}@barn`],
  [`${'x'.repeat(200)}@${'a'.repeat(24)}`, `${'x'.repeat(39)}@${'a'.repeat(24)}`],
  ['\n@barn', 'somebody@barn'],
  ['Mo@Work', 'Mo@Work'],
])('%j goes to other houses as a line that they take', (name, goes) => {
  expect(nameOnWire(name, 'somebody')).toBe(goes)
  expect(line(64).min(1).safeParse(nameOnWire(name, 'somebody')).success).toBe(true)
  expect(line(64).safeParse(inOneLine(name, 64)).success).toBe(true)
})

test('whatever may be written here is taken there', () => {
  const from = { kind: 'agent', id: 'agt-0000000001' } as const
  const most = { id: 'msg-0000000001', to: 'agt-0000000002@barn', from, depth: 10_001 } as const
  const told = wireOf(makeMessage(1, { ...most, metadata: { ['k'.repeat(100)]: 'v'.repeat(3900) } }))
  expect(wireMail.safeParse(told).error).toBeUndefined()
})
