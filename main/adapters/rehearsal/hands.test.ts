import { describe, expect, test } from 'vitest'
import type { ModelRequest, OfferedTool } from './asked.ts'
import { translateOperation } from './hands.ts'
import { planAnswer } from './plan.ts'
import { findTool, plainName } from './tools.ts'

const offer = (...names: readonly string[]): readonly OfferedTool[] => names.map((name) => ({ name }))

describe('a tool is found by its plain name', () => {
  test.each([
    'mcp__janus-agents__list_agents',
    'mcp__janus_agents__list_agents',
    'mcp_janus-agents_list_agents',
    'janus-agents_list_agents',
    'janus-agents-list_agents',
  ])('%s, before one of the agent’s own', (name) => {
    expect(findTool('list_agents', offer('list_agents', name))).toEqual({ name })
    expect(plainName(name)).toBe('list_agents')
  })

  test('of another server, if it is the only match', () => {
    expect(findTool('note', offer('mcp_notes_note'))).toEqual({ name: 'mcp_notes_note' })
    expect(findTool('note', offer('a_note', 'b_note'))).toBeNull()
    expect(findTool('Bash', offer('bash'))).toBeNull()
  })
})

/** Tools of each agent, as observed. */
const agents: Readonly<Record<string, readonly OfferedTool[]>> = {
  codex: [{ name: 'exec_command' }, { name: 'apply_patch', takesText: true }],
  gemini: offer('run_shell_command', 'glob', 'grep_search', 'read_file', 'replace', 'write_file'),
  qwen: [
    ...offer('run_shell_command', 'glob', 'grep_search', 'read_file', 'write_file'),
    { name: 'edit', takes: ['file_path'] },
  ],
  opencode: [...offer('bash', 'glob', 'grep', 'read', 'write'), { name: 'edit', takes: ['filePath'] }],
  copilot: [...offer('bash', 'glob', 'grep', 'view', 'create'), { name: 'edit', takes: ['path'] }],
}

describe.each(Object.entries(agents))('%s', (kind, tools) => {
  const asked = { tools, folder: '/code/ferry' }
  const tool = (operation: string, input: Record<string, unknown> = {}) =>
    translateOperation(operation, input, asked)?.tool

  test('has tools for everything in the scenes', () => {
    const shell =
      { codex: 'exec_command', gemini: 'run_shell_command', qwen: 'run_shell_command' }[kind] ?? 'bash'
    expect(tool('Bash')).toBe(shell)
    expect(tool('Read')).toBe({ codex: shell, opencode: 'read', copilot: 'view' }[kind] ?? 'read_file')
    expect(tool('Edit')).toBe({ codex: 'apply_patch', gemini: 'replace' }[kind] ?? 'edit')
    expect(tool('Write')).toBe(
      { codex: 'apply_patch', opencode: 'write', copilot: 'create' }[kind] ?? 'write_file',
    )
  })

  test('edits a file with its own parameters', () => {
    const given = { file_path: 'a.js', old_string: 'one\n', new_string: 'two\n' }
    const { input } = translateOperation('Edit', given, asked) ?? {}
    const whole = '/code/ferry/a.js'
    const patch = '*** Begin Patch\n*** Update File: a.js\n@@\n-one\n+two\n*** End Patch'
    const inputs: Readonly<Record<string, object>> = {
      codex: { input: patch },
      gemini: { file_path: whole, old_string: 'one\n', new_string: 'two\n' },
      qwen: { file_path: whole, old_string: 'one\n', new_string: 'two\n' },
      opencode: { filePath: whole, oldString: 'one\n', newString: 'two\n' },
      copilot: { path: whole, old_str: 'one\n', new_str: 'two\n' },
    }
    expect(input).toMatchObject(inputs[kind] ?? {})
  })

  test('lists the folder and finds open points with the same results', () => {
    /** Results of the scene's calls, as observed. */
    const listed: Readonly<Record<string, string>> = {
      gemini:
        'Found 2 file(s) matching "**/*" within /code/ferry, sorted:\n/code/ferry/src/b.js\n/code/ferry/README.md',
      qwen: 'Found 2 file(s) matching "**/*" in the workspace directory:\n---\n/code/ferry/src/b.js\n/code/ferry/README.md',
    }
    const grepped: Readonly<Record<string, string>> = {
      gemini: 'Found 1 match\n---\nFile: src/b.js\nL1- x\nL2: // TODO: two\n---',
      qwen: 'Found 1 match\n---\nFile: src/b.js\nL2: // TODO: two\n---',
    }
    const play = (prompt: string, result: string): string => {
      const request: ModelRequest = {
        model: 'm',
        aside: null,
        ...asked,
        talk: [{ kind: 'prompt', words: prompt, instead: 'never' }],
      }
      const call = planAnswer(request).at(-1)
      if (call?.do !== 'call') throw new Error('It calls nothing.')
      const id = `toolu_rehearsal_${call.done}_x`
      const talk = [
        ...request.talk,
        { kind: 'called' as const, id, tool: call.tool },
        { kind: 'result' as const, id, text: result, failed: false },
      ]
      const [next] = planAnswer({ ...request, talk })
      return next?.do === 'say' ? next.text : JSON.stringify(next)
    }
    expect(play('What does this project do?', listed[kind] ?? './src/b.js\n./README.md')).toContain(
      'README.md',
    )
    expect(play('Read the open issues', grepped[kind] ?? './src/b.js:2:// TODO: two')).toBe(
      '1 point is open:\n\n- `src/b.js:2`: two',
    )
  })
})
