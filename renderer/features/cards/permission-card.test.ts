import { expect, test } from 'vitest'
import { causeWords } from './permission-card.tsx'

const now = new Date(2026, 2, 1, 15, 0).getTime()
const when = new Date(2026, 2, 1, 14, 2).getTime()

test('a card says whose words began the turn that asks', () => {
  expect(causeWords({ origin: 'user', from: ['Mo'], when }, now)).toBe('From your message at 14:02.')
  expect(causeWords({ origin: 'user', from: ['Mo'], when: null }, now)).toBe('From your message.')
  expect(causeWords({ origin: 'peer', from: ['Scout'], when: null }, now)).toBe('From Scout’s message.')
  expect(causeWords({ origin: 'peer', from: ['Scout', 'Critic', 'Ann'], when }, now)).toBe(
    'From messages of Scout, Critic and Ann.',
  )
  expect(causeWords({ origin: 'system', from: [], when: null }, now)).toBe('From a turn without a message.')
})
