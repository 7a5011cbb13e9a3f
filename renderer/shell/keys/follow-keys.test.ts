import { expect, test } from 'vitest'
import { commandIn } from './follow-keys.ts'

test('a command is an action of the window or a tab; what is not known is none', () => {
  expect(commandIn('new-agent')).toEqual({ action: 'newAgent' })
  expect(commandIn('previous-tab')).toEqual({ action: 'previousTab' })
  expect(commandIn('go:agt-1a2b')).toEqual({ agent: 'agt-1a2b' })
  for (const words of ['', 'toString', 'newAgent', 'go:', 'go:lnk-1', 'go:agt-1 agt-2', 'delete-all'])
    expect(commandIn(words)).toBeNull()
})
