import { expect, test } from 'vitest'
import type { SlashCommand } from '../../../main/contract/api/views.ts'
import { commandBegun, commandsFor } from './slash-menu.tsx'

const command = (name: string): SlashCommand => ({ name, about: '', argument: '' })

test('a command is one word after a slash at the very beginning', () => {
  expect(commandBegun('/')).toBe('')
  expect(commandBegun('/com')).toBe('com')
  expect([' /com', '/com now', '/usr/bin', 'see /com', ''].map(commandBegun)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})

test('prefix matches come first', () => {
  const all = ['security-review', 'review', 'compact', 'pr-review'].map(command)
  expect(commandsFor('Rev', all).map((one) => one.name)).toEqual(['review', 'security-review', 'pr-review'])
  expect(commandsFor('', all)).toHaveLength(4)
  expect(commandsFor('nothing', all)).toEqual([])
  const own = [...all, command('__remote-workflow'), command('list-agents')]
  expect(commandsFor('list', own)).toEqual([])
  expect(commandsFor('list-agents', own)).toHaveLength(1)
  expect(commandsFor('re', own).map((one) => one.name)).not.toContain('__remote-workflow')
  expect(commandsFor('__', own).map((one) => one.name)).toEqual(['__remote-workflow'])
})
