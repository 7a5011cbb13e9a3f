import { expect, test } from 'vitest'
import { causeWords } from './permission-card.tsx'

const now = new Date(2026, 2, 1, 15, 0).getTime()
const when = new Date(2026, 2, 1, 14, 2).getTime()

test('a card says whose words began the turn that asks', () => {
  expect(causeWords({ origin: 'user', from: ['Mo'], when }, now)).toBe(
    'Asked in the turn that your message of 14:02 began.',
  )
  expect(causeWords({ origin: 'user', from: ['Mo'], when: null }, now)).toBe(
    'Asked in the turn that your message began.',
  )
  expect(causeWords({ origin: 'peer', from: ['Scout'], when: null }, now)).toBe(
    'Asked in the turn that Scout’s message began.',
  )
  expect(causeWords({ origin: 'peer', from: ['Scout', 'Critic', 'Ann'], when }, now)).toBe(
    'Asked in the turn that messages from Scout, Critic and Ann began.',
  )
  expect(causeWords({ origin: 'system', from: [], when: null }, now)).toBe(
    'Asked in a turn that no message began.',
  )
})
