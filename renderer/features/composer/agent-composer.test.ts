import { expect, test } from 'vitest'
import { nextMode } from './agent-composer.tsx'

test('modes go round, and never into the one in which nothing is asked', () => {
  expect(nextMode('claude', 'plan')).toBe('default')
  expect(nextMode('claude', 'default')).toBe('acceptEdits')
  expect(nextMode('claude', 'acceptEdits')).toBe('plan')
  expect(nextMode('claude', 'bypassPermissions')).toBe('plan')
  expect(nextMode('other', 'default')).toBe('default')
})
