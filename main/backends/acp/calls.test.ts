import { describe, expect, test } from 'vitest'
import { describeAcpCall, isShowable, mergeCall, ownToolName, resultText } from './calls.ts'

describe('a call', () => {
  test.each([
    { by: 'Codex', said: { title: 'mcp__janus_agents__list_agents' } },
    { by: 'Gemini', said: { title: 'list_agents (janus-agents MCP Server)' } },
    { by: 'OpenCode', said: { title: 'janus-agents_list_agents' } },
    { by: 'Qwen', said: { title: 'x', _meta: { toolName: 'mcp__janus-agents__list_agents' } } },
    { by: 'Copilot', said: { title: 'janus-agents-list_agents' } },
    {
      by: 'codex-acp',
      said: { title: 'x', rawInput: { server: 'janus-agents', tool: 'list_agents', arguments: {} } },
    },
  ])('of a tool of Janus’s is known by its bare name, as $by names it', ({ said }) => {
    const call = mergeCall(undefined, { toolCallId: 'c', ...said })
    expect(ownToolName(call)).toBe('list_agents')
    expect(describeAcpCall(call).tool).toMatchObject({ name: 'list_agents', kind: 'own' })
  })

  test.each(['list_agents', 'read janus-agents_x.txt', 'my_janus-agents_list'])(
    '“%s” is none of Janus’s',
    (title) => {
      expect(ownToolName(mergeCall(undefined, { toolCallId: 'c', title }))).toBeNull()
    },
  )

  test('of a tool of Janus’s stays one when less of its name is told later', () => {
    const begun = mergeCall(undefined, { toolCallId: 'c', title: 'janus-agents-list_agents' })
    expect(ownToolName(mergeCall(begun, { toolCallId: 'c', title: 'list_agents' }))).toBe('list_agents')
  })

  test('is put together from all that is told of it', () => {
    const begun = mergeCall(undefined, {
      toolCallId: 'c',
      title: 'bash',
      kind: 'execute',
      rawInput: { cwd: '/x' },
    })
    expect(isShowable(begun)).toBe(false)
    const known = mergeCall(begun, {
      toolCallId: 'c',
      title: 'ls',
      rawInput: { command: 'ls -l', cwd: '/x' },
    })
    expect(isShowable(known)).toBe(true)
    expect(describeAcpCall(known)).toMatchObject({
      tool: { kind: 'execute', title: 'ls -l', isTitleAll: true },
      input: 'ls -l',
    })
  })

  test('that changes a file shows the change, of a new file all of it', () => {
    const content = [
      { type: 'diff', path: '/x/a', oldText: 'one', newText: 'two' },
      { type: 'diff', path: '/x/b', newText: 'new' },
    ]
    const call = mergeCall(undefined, { toolCallId: 'c', title: 'edit', kind: 'edit', content })
    expect(describeAcpCall(call).tool.diffs).toEqual([
      { path: '/x/a', before: 'one', after: 'two' },
      { path: '/x/b', before: null, after: 'new' },
    ])
  })

  test('has as its result what is shown of it, else what came out raw', () => {
    const shown = { toolCallId: 'c', content: [{ type: 'content', content: { type: 'text', text: 'hi' } }] }
    expect(resultText(mergeCall(undefined, shown))).toBe('hi')
    expect(resultText(mergeCall(undefined, { toolCallId: 'c', rawOutput: { output: 'raw' } }))).toBe('raw')
  })

  test.each([
    { kind: 'execute', title: 'janus-agents_list_agents\n{ touch x; }' },
    { title: 'x', rawInput: { server: 'janus-agents', tool: 'list_agents', command: 'touch x' } },
    { title: 'janus-agents_list_agents', _meta: { toolName: 'run_shell_command' } },
  ])('of a program’s own tool that passes for one of Janus’s is asked about (%#)', (said) => {
    expect(ownToolName(mergeCall(undefined, { toolCallId: 'c', ...said }))).toBeNull()
  })

  test('says all that it was called with: a field is left out only where its words stand elsewhere', () => {
    const described = (told: object) => describeAcpCall(mergeCall(undefined, { toolCallId: 'c', ...told }))
    const both = described({ kind: 'execute', rawInput: { command: 'ls', cmd: 'rm a', commands: ['rm b'] } })
    expect(both.input).toContain('rm a')
    expect(both.input).toContain('rm b')
    expect(both.tool.isTitleAll).toBe(false)
    const content = [{ type: 'diff', path: '/x/a', oldText: 'one', newText: 'two' }]
    const rawInput = { path: '/x/a', old_string: 'one', content: 'three', diff: '@@ -1 +1 @@\n-one\n+two' }
    expect(described({ kind: 'edit', content, rawInput }).input).toBe('content: three')
  })

  test('that holds a list of todos is a plan', () => {
    const todos = [{ content: 'Fix it', status: 'in_progress', priority: 'high' }]
    const call = mergeCall(undefined, { toolCallId: 'c', title: 'todowrite', rawInput: { todos } })
    expect(describeAcpCall(call)).toMatchObject({
      tool: { kind: 'plan', title: '0 of 1 done' },
      input: '[>] Fix it',
    })
  })

  test.each([
    { kind: 'execute', rawInput: { command: 'rm -rf x' } },
    { kind: 'execute', title: 'rm -rf x' },
    { kind: 'other', rawInput: { script: 'rm -rf x' } },
  ])('that does more than to hold todos is no plan: %j', (told) => {
    const rawInput = { todos: [{ content: 'Fix it', status: 'completed' }], ...told.rawInput }
    const call = mergeCall(undefined, { toolCallId: 'c', title: 'x', ...told, rawInput })
    expect(describeAcpCall(call).input).toContain('rm -rf x')
  })
})
