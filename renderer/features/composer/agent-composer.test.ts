import { expect, test } from 'vitest'
import { nextMode } from './agent-composer.tsx'

test('modes cycle, and skip the one that never asks', () => {
  expect(nextMode('claude', 'plan')).toBe('default')
  expect(nextMode('claude', 'default')).toBe('acceptEdits')
  expect(nextMode('claude', 'acceptEdits')).toBe('plan')
  expect(nextMode('claude', 'bypassPermissions')).toBe('plan')
  expect(nextMode('other', 'default')).toBe('default')
})
