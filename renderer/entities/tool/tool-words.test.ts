import { expect, test } from 'vitest'
import { ownCall, type ToolKind } from '../../../main/contract/agents/tool-calls.ts'
import { toolCall } from '../../testing/card.ts'
import { isSend, lineOf, callsSummary } from './tool-words.ts'

const line = (call: Parameters<typeof lineOf>[0]) => {
  const { verb, target } = lineOf(call)
  return target === '' ? verb : `${verb} ${target}`
}
const of = (kind: ToolKind, title: string) => toolCall({ name: 'x', kind, title })
const done = (...kinds: ToolKind[]) => kinds.map((kind) => ({ tool: of(kind, 'a'), came: 'done' as const }))

test('a call is a verb and what it is about', () => {
  expect(line(of('read', '/a/b.ts'))).toBe('Read /a/b.ts')
  expect(line(of('execute', 'npm test …'))).toBe('Run npm test …')
  expect(line(of('execute', ''))).toBe('Run')
  expect(line(of('subagent', 'look around'))).toBe('Subagent look around')
  expect(line(of('ask', ''))).toBe('Ask you a question')
  expect(line(of('other', 'find_route'))).toBe('Use find_route')
})

test("so is one of Janus's own", () => {
  expect(line(ownCall('list_agents', {}))).toBe('Look who is there')
  expect(line(ownCall('pass_piece', { to: 'Scout' }))).toBe('Pass the piece to Scout')
  expect(line(ownCall('pass_piece', {}))).toBe('Pass the piece')
  expect(line(ownCall('toString', {}))).toBe('Use toString')
})

test('many calls are told together', () => {
  expect(callsSummary(done('read', 'execute', 'read', 'read', 'execute', 'read'))).toBe(
    'Read 4 files and ran 2 commands',
  )
  const looked = { tool: ownCall('list_agents', {}), came: 'done' as const }
  expect(callsSummary([...done('search', 'edit'), looked])).toBe(
    'Searched once, edited 1 file and looked who is there',
  )
  const proposed = { tool: ownCall('start_gathering', { topic: 'x' }), came: 'done' as const }
  expect(callsSummary([proposed])).toBe('Proposed a gathering')
  expect(callsSummary(done('other', 'switch_mode'))).toBe('Used 2 other tools')
  expect(callsSummary([...done('read'), { tool: of('execute', ''), came: 'running' }])).toBe(
    'Running 1 tool call',
  )
})

test('a call that was stopped, denied or lost is not told as done', () => {
  const off = { tool: of('execute', 'a'), came: 'off' as const }
  expect(callsSummary([...done('execute', 'execute'), off])).toBe('Ran 2 commands')
  expect(callsSummary([off, off])).toBe('2 tool calls')
})

test('only our own tools send', () => {
  expect(isSend(ownCall('send_to_agent', {}))).toBe(true)
  expect(isSend(toolCall({ name: 'send_to_agent', kind: 'other' }))).toBe(false)
})
