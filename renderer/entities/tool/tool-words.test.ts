import { expect, test } from 'vitest'
import { firstLine, isSend, lineOf, summaryOf } from './tool-words.ts'

const line = (tool: string, input: unknown) => {
  const { verb, target } = lineOf(tool, JSON.stringify(input))
  return target === '' ? verb : `${verb} ${target}`
}
const done = (...tools: string[]) => tools.map((tool) => ({ tool, isDone: true }))

test('a call is a verb and what it is about', () => {
  expect(line('Read', { file_path: '/a/b.ts' })).toBe('Read /a/b.ts')
  expect(line('Bash', { command: 'npm test\nnpm run lint' })).toBe('Run npm test …')
  expect(line('Edit', { file_path: 'x', old_string: 'a', new_string: 'b' })).toBe('Edit x')
  expect(line('Task', { description: 'look around' })).toBe('Subagent look around')
  expect(line('mcp__janus-agents__list_agents', {})).toBe('Look who is there')
  expect(line('AskUserQuestion', { questions: [] })).toBe('Ask you')
  expect(line('mcp__maps__find_route', { from: 'a' })).toBe('Use find_route')
})

test('input that was cut or is not an object leaves the verb', () => {
  expect(lineOf('Bash', '{"command":"npm te').target).toBe('')
  expect(line('Bash', ['x'])).toBe('Run')
  expect(line('Bash', { command: 7 })).toBe('Run')
  expect(line('toString', {})).toBe('Use toString')
})

test('many calls are told together', () => {
  expect(summaryOf(done('Read', 'Bash', 'Read', 'Read', 'Bash', 'Read'))).toBe(
    'Read 4 files and ran 2 commands',
  )
  expect(summaryOf(done('Grep', 'Edit', 'mcp__janus-agents__list_agents'))).toBe(
    'Searched once, edited 1 file and looked who is there',
  )
  expect(summaryOf(done('mcp__janus-agents__start_gathering'))).toBe('Proposed a gathering')
  expect(summaryOf([...done('Read'), { tool: 'Bash', isDone: false }])).toBe('Running 1 tool')
})

test('only our own tool sends', () => {
  expect(isSend('mcp__janus-agents__send_to_agent')).toBe(true)
  expect(isSend('mcp__other__send_to_agent')).toBe(false)
})

test('a long line is cut', () => {
  expect(firstLine('x'.repeat(400))).toHaveLength(302)
  expect(firstLine('  whole ')).toBe('whole ')
})
