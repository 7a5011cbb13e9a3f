import { expect, test } from 'vitest'
import type { SlashCommand } from '../../../main/contract/views.ts'
import { commandBegun, commandsFor, commandsOf } from './slash-menu.tsx'

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

test('what begins so comes first', () => {
  const all = ['security-review', 'review', 'compact', 'pr-review'].map(command)
  expect(commandsFor('Rev', all).map((one) => one.name)).toEqual(['review', 'security-review', 'pr-review'])
  expect(commandsFor('', all)).toHaveLength(4)
  expect(commandsFor('nothing', all)).toEqual([])
})

test('before its CLI has told, those of another hold', () => {
  const told = { 'agt-a': [command('compact')] } as const
  expect(commandsOf(told, 'agt-b').map((one) => one.name)).toEqual(['compact'])
  expect(commandsOf({ ...told, 'agt-b': [] }, 'agt-b')).toEqual([])
  expect(commandsOf({}, 'agt-b')).toEqual([])
})
