import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { callText } from '../../contract/agents/tool-calls.ts'
import { ClaudeCards } from './cards.ts'
import type { ProgramFact } from '../../adapters/processes/agent-family.ts'
import { describeClaudeCall } from './tool-calls.ts'

type Asked = Extract<ProgramFact, { type: 'card.asked' }>

/** Returns the reported card, and the answer to the CLI. */
function ask(command: string): { asked: Asked; cards: ClaudeCards; result: ReturnType<ClaudeCards['ask']> } {
  const facts: ProgramFact[] = []
  const cards = new ClaudeCards('/work', (fact) => facts.push(fact))
  const options = { requestId: 'r', toolUseID: 't', signal: new AbortController().signal }
  const result = cards.ask('Bash', { command }, options)
  const asked = facts.find((fact): fact is Asked => fact.type === 'card.asked')
  if (!asked) throw new Error('nobody was asked')
  return { asked, cards, result }
}

const long = (middle: string): string => `${'x'.repeat(200_000)}${middle}${'x'.repeat(200_000)}`

test('all of an input is told, with the hash that names it', () => {
  const { asked } = ask(long('\ntouch FILE\n'))
  expect(asked.input).toBe(long('\ntouch FILE\n'))
  const given = JSON.stringify({ command: long('\ntouch FILE\n') })
  expect(asked.hash).toBe(createHash('sha256').update(given).digest('hex'))
  expect(ask(long('\ntouch file\n')).asked.hash).not.toBe(asked.hash)
})

test('what was told is what runs', async () => {
  const { asked, cards, result } = ask(long('; touch FILE'))
  cards.decide('r', { kind: 'allow' })
  expect(await result).toMatchObject({ behavior: 'allow', updatedInput: { command: asked.input } })
})

test.each([
  ['ExitPlanMode', { plan: 'Look.', allowedPrompts: [{ tool: 'Bash', prompt: 'HIDDEN' }] }],
  ['NotebookEdit', { file_path: '/harmless', notebook_path: 'HIDDEN', new_source: 'x' }],
  ['Edit', { file_path: '/a', old_string: 'x', new_string: 'HIDDEN', edits: [{ old_string: 'x' }] }],
  ['Edit', { file_path: '/a', old_string: 'x', new_string: 'y', edits: [{ new_string: 'HIDDEN' }] }],
  ['MultiEdit', { file_path: '/a', edits: [{ old_string: 'x', new_string: 'y', more: 'HIDDEN' }] }],
  ['Write', { file_path: '/a', content: ['HIDDEN'] }],
  ['mcp__docs__run', { command: 'ls', description: 'HIDDEN\n  as it is' }],
])('%s hides nothing of what it was called with (%#)', (tool, input) => {
  const described = describeClaudeCall(tool, input)
  expect(callText(described.tool, described.input)).toContain('HIDDEN')
})

test('a tool of an MCP server is named with its server, whatever the server calls the tool', () => {
  const titleOf = (tool: string, displayName?: string): string => {
    const titles: string[] = []
    const cards = new ClaudeCards('/work', (fact) => fact.type === 'card.asked' && titles.push(fact.title))
    const options = { requestId: 'r', toolUseID: 't', signal: new AbortController().signal }
    void cards.ask(tool, {}, displayName === undefined ? options : { ...options, displayName })
    return titles.join()
  }
  expect(titleOf('mcp__docs__ping', 'Ping')).toBe('Use Ping of docs?')
  expect(titleOf('mcp__docs__ping')).toBe('Use ping of docs?')
  expect(titleOf('Odd', 'Odd one')).toBe('Use Odd one?')
})
