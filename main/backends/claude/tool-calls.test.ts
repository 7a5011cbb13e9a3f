import { expect, test } from 'vitest'
import { callText } from '../../contract/agents/tool-calls.ts'
import { describeClaudeCall, ownReason, questionsIn } from './tool-calls.ts'

const about = (tool: string, input: unknown) => {
  const { kind, title } = describeClaudeCall(tool, input).tool
  return `${kind} ${title}`.trim()
}
const diffs = (tool: string, input: unknown) =>
  describeClaudeCall(tool, input).tool.diffs.map(({ before, after }) => [before, after])

test('a call is of a kind and about something', () => {
  expect(about('Read', { file_path: '/a/b.ts' })).toBe('read /a/b.ts')
  expect(about('Bash', { command: 'npm test\nnpm run lint' })).toBe('execute npm test …')
  expect(about('Edit', { file_path: 'x', old_string: 'a', new_string: 'b' })).toBe('edit x')
  expect(about('Task', { description: 'look around' })).toBe('subagent look around')
  expect(about('AskUserQuestion', { questions: [] })).toBe('ask')
  expect(about('mcp__maps__find_route', { from: 'a' })).toBe('other find_route')
  expect(about('Bash', ['x'])).toBe('execute')
  expect(about('Bash', { command: 7 })).toBe('execute')
  expect(about('toString', {})).toBe('other toString')
})

test("Janus's own tools are known by their bare name, with what they were called with", () => {
  const { tool } = describeClaudeCall('mcp__janus-agents__send_to_agent', {
    target: 'Scout',
    message: 'Hello',
  })
  expect(tool).toMatchObject({ name: 'send_to_agent', kind: 'own', own: { target: 'Scout' } })
  expect(describeClaudeCall('mcp__other__send_to_agent', {}).tool).toMatchObject({ kind: 'other', own: null })
  expect(about('mcp__janus-agents__open_link', { agents: ['Scout', 'Critic'] })).toBe('own Scout, Critic')
})

test('what is read of an input: a command as it is, else field by field', () => {
  const { tool, input } = describeClaudeCall('Bash', {
    command: 'ls\nls -a',
    timeout: 9,
    description: 'Lists\nall',
  })
  expect(input).toBe('ls\nls -a\ntimeout: 9')
  expect(tool).toMatchObject({ description: 'Lists all', isTitleAll: false })
  expect(describeClaudeCall('Bash', { command: 'ls', description: 'Lists' }).tool.isTitleAll).toBe(true)
  expect(describeClaudeCall('Read', { file_path: '/a' })).toMatchObject({
    input: 'file_path: /a',
    tool: { isTitleAll: true },
  })
  expect(describeClaudeCall('mcp__ferry__book', { description: 'sink it' })).toMatchObject({
    input: 'description: sink it',
    tool: { isTitleAll: false },
  })
  expect(describeClaudeCall('mcp__ferry__book', { seats: [3] }).input).toBe('seats: [\n  3\n]')
  expect(describeClaudeCall('ExitPlanMode', { plan: '# Plan' }).input).toBe('# Plan')
})

test('an edit is a change, and says besides what the change does not show', () => {
  const edit = { file_path: '/a', old_string: 'b', new_string: 'c' }
  expect(diffs('Edit', edit)).toEqual([['b', 'c']])
  expect(describeClaudeCall('Edit', { ...edit, replace_all: true }).input).toBe('replace_all: true')
  expect(describeClaudeCall('Edit', { ...edit, replace_all: false }).input).toBe('')
  expect(diffs('Write', { file_path: '/a', content: 'one' })).toEqual([[null, 'one']])
  const edits = [{ old_string: 'a', new_string: 'b' }, { old_string: 'c' }, null]
  expect(diffs('MultiEdit', { file_path: '/a', edits })).toEqual([
    ['a', 'b'],
    ['c', ''],
    ['', ''],
  ])
  expect(diffs('NotebookEdit', { notebook_path: '/n.ipynb', new_source: 'x = 1' })).toEqual([['', 'x = 1']])
})

test('an input of another tool, or without a path, is no change', () => {
  expect(diffs('Bash', { file_path: '/a' })).toEqual([])
  expect(diffs('NotebookEdit', { notebook_path: '/n', edit_mode: 'delete' })).toEqual([])
  const { tool, input } = describeClaudeCall('Write', { content: 'all of it' })
  expect(callText(tool, input)).toBe('content: all of it')
})

test('all of a change is in its text, which is searched', () => {
  const { tool, input } = describeClaudeCall('Edit', {
    file_path: '/a',
    old_string: 'before',
    new_string: 'after',
    replace_all: true,
  })
  expect(callText(tool, input)).toBe('/a\nbefore\nafter\nreplace_all: true')
})

test('questions come out of the input, what is no question does not', () => {
  const first = {
    question: 'Which scope?',
    header: 'Scope',
    multiSelect: false,
    options: [{ label: 'a', description: 'first' }, { label: 'b' }],
  }
  const days = { question: 'Which days?', multiSelect: true, options: [{ label: 'Mon' }, { nothing: 1 }] }
  expect(questionsIn({ questions: [first, days, { question: '' }] })).toEqual([
    {
      text: 'Which scope?',
      options: [
        { label: 'a', description: 'first' },
        { label: 'b', description: '' },
      ],
      isMany: false,
    },
    { text: 'Which days?', options: [{ label: 'Mon', description: '' }], isMany: true },
  ])
  expect(questionsIn({ questions: 'all' })).toEqual([])
  expect(questionsIn([null])).toEqual([])
})

test("a reason that only repeats the agent's words or what would run is none", () => {
  const input = { command: 'ls', description: 'Lists the\nfolder' }
  expect(ownReason(input, 'Lists the folder')).toBe('')
  expect(ownReason(input, 'ls')).toBe('')
  expect(ownReason(input, 'Outside the folder')).toBe('Outside the folder')
  expect(ownReason({ file_path: '/home/mo/ferry/src/a.ts' }, 'src/a.ts')).toBe('')
  expect(ownReason({ a: { toString: 'x' } }, 'why')).toBe('why')
  expect(ownReason(input, '')).toBe('')
})

test('a list of todos is a plan with its steps', () => {
  const todos = [{ content: 'Fix it', status: 'in_progress', activeForm: 'Fixing it' }]
  expect(describeClaudeCall('TodoWrite', { todos })).toMatchObject({
    tool: { kind: 'plan', title: '0 of 1 done', steps: [{ text: 'Fix it', state: 'active' }] },
    input: '[>] Fix it',
  })
})
