import { expect, test } from 'vitest'
import type { AgentKind } from '../../../main/contract/agents/kinds.ts'
import type { SlashCommand } from '../../../main/contract/api/views.ts'
import { commandsOf } from './known-commands.ts'

const command = (name: string): SlashCommand => ({ name, about: '', argument: '' })

test('before its program has told, those of another of its kind hold', () => {
  const kind = (of: AgentKind) => ({ kind: of, program: null })
  const agents = { 'agt-a': kind('codex'), 'agt-b': kind('codex'), 'agt-c': kind('qwen') }
  const told = { 'agt-a': [command('compact')] } as const
  expect(commandsOf(told, 'agt-b', agents).map((one) => one.name)).toEqual(['compact'])
  expect(commandsOf({ ...told, 'agt-b': [] }, 'agt-b', agents)).toEqual([])
  expect(commandsOf({}, 'agt-b', agents)).toEqual([])
  expect(commandsOf(told, 'agt-c', agents)).toEqual([])
})
