import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk'
import { expect, test } from 'vitest'
import { readBlocks } from './blocks.ts'
import { StreamReader } from './stream.ts'

const init = { type: 'system', subtype: 'init', session_id: 'c', parent_tool_use_id: null }
const idle = {
  type: 'result',
  subtype: 'error_during_execution',
  is_error: true,
  terminal_reason: 'aborted_tools',
  errors: [],
  total_cost_usd: 0,
  session_id: 'c',
}
const message = (call: string, failed: boolean, meta?: unknown): object => ({
  type: 'user',
  parent_tool_use_id: null,
  message: { content: [{ type: 'tool_result', tool_use_id: call, content: 'words', is_error: failed }] },
  tool_result_meta: meta,
})
const ends = (one: object) =>
  readBlocks(one as SDKMessage).map((block) => (block.kind === 'result' ? block.end : block.kind))

const rejected = (id: string) => [{ id, non_execution_kind: 'user-rejected' }]

test.each([
  ['went well', message('a', false), 'done'],
  ['went well, whatever stands beside it', message('a', false, rejected('a')), 'done'],
  ['failed', message('a', true), 'failed'],
  ['was stopped', message('a', true, rejected('a')), 'stopped'],
  ['failed beside another that was stopped', message('a', true, rejected('b')), 'failed'],
  [
    'was denied by a rule',
    message('a', true, [{ id: 'a', non_execution_kind: 'permission-rule' }]),
    'failed',
  ],
  ['failed, with marks of another shape', message('a', true, { a: 1 }), 'failed'],
  ['failed, with marks that are nothing', message('a', true, [null, 'a']), 'failed'],
])('a call that %s', (_, one, end) => {
  expect(ends(one)).toEqual([end])
})

test.each([
  ['a command', { backgroundTaskId: 'b1', stdout: '' }],
  ['an agent', { status: 'async_launched', agentId: 'a1' }],
])('what only launches %s is no end of it, and its words to the model are not told', (_, told) => {
  const block = { kind: 'result', call: 'a', text: '', end: 'launched' }
  // The field's names in the stream and in a transcript.
  for (const name of ['tool_use_result', 'toolUseResult'])
    expect(readBlocks({ ...message('a', false), [name]: told } as unknown as SDKMessage)).toEqual([block])
  const failed = { ...message('a', true), tool_use_result: told }
  expect(ends(failed)).toEqual(['failed'])
})

test('what fails once the user has stopped the turn was stopped; in the next turn it has failed', () => {
  const reader = new StreamReader('c')
  const said = (one: object) =>
    reader.read(one as SDKMessage).flatMap((heard) => {
      const block = 'fact' in heard && heard.fact.type === 'block.said' ? heard.fact.block : null
      return block?.kind === 'result' ? [block.end] : []
    })
  said(init)
  expect(said(message('a', true))).toEqual(['failed'])
  reader.interrupted()
  expect(said(message('b', true))).toEqual(['stopped'])
  expect(said(message('c', false))).toEqual(['done'])
  said(idle)
  said(init)
  expect(said(message('d', true))).toEqual(['failed'])
})

test.each([
  [
    '/usage',
    'Current session\n  3% used\nCurrent week\n  9% used\n',
    '~~~text\nCurrent session\n  3% used\nCurrent week\n  9% used\n~~~',
  ],
  ['one line', 'Kept model as Sonnet', 'Kept model as Sonnet'],
  ['Markdown', '## Context\n\n| a | b |', '## Context\n\n| a | b |'],
])('what the CLI prints itself keeps its lines: %s', (_, content, text) => {
  const printed = { type: 'system', subtype: 'local_command_output', content } as unknown as SDKMessage
  const told = {
    type: 'assistant',
    message: { model: '<synthetic>', content: [{ type: 'text', text: content }] },
  }
  const answer = { ...told, message: { ...told.message, model: 'claude-x' } }
  expect(readBlocks(printed)).toEqual([{ kind: 'text', text }])
  expect(readBlocks(told as unknown as SDKMessage)).toEqual([{ kind: 'text', text }])
  expect(readBlocks(answer as unknown as SDKMessage)).toEqual([{ kind: 'text', text: content }])
})
