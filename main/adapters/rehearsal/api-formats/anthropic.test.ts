import { expect, test } from 'vitest'
import { planAnswer } from '../plan.ts'
import { readMessages } from './anthropic.ts'
import { tokens } from '../asked.ts'
import { applyDelta, callBlock, frame, emptyAnswer, textBlock } from './anthropic-wire.ts'

const name = 'mcp__janus-agents__open_tab'
const announced =
  '# Environment\n\nThe following deferred tools are now available via ToolSearch. Their schemas are NOT loaded.\n' +
  `WebFetch\n${name}\n\nAvailable agent types for the Agent tool:\n- claude: all`
const asked = (tools: readonly string[], words = announced) =>
  readMessages({
    model: 'rehearsal',
    max_tokens: 1000,
    messages: [
      { role: 'user', content: 'call: open_tab {"name":"Bea"}' },
      { role: 'system', content: words },
    ],
    tools: tools.map((tool) => ({ name: tool, input_schema: { type: 'object' } })),
  })

test('a deferred tool is loaded by its name, then called', () => {
  expect(planAnswer(asked(['ToolSearch']))).toEqual([
    { do: 'call', tool: 'ToolSearch', input: { query: `select:${name}` }, done: null },
  ])
  expect(planAnswer(asked(['ToolSearch', name]))).toEqual([
    { do: 'call', tool: name, input: { name: 'Bea' }, done: 1 },
  ])
})

test.each([
  ['no tool loads it', [], announced],
  ['it stands in other words', ['ToolSearch'], `${name}\n`],
])('a tool is not there where %s', (_, tools, words) => {
  expect(asked(tools, words).tools.map((tool) => tool.name)).toEqual(tools)
})

test('an event is one frame of a stream', () => {
  expect(frame({ type: 'ping' })).toBe('event: ping\ndata: {"type":"ping"}\n\n')
})

test('new tokens are input, the rest is cached', () => {
  const message = emptyAnswer({ id: 'msg_1', model: 'm', usage: { fresh: 101, cached: 899 } })
  expect(message.usage).toMatchObject({ input_tokens: 101, cache_read_input_tokens: 899 })
  expect(tokens(0)).toBe(1)
})

test('deltas add up to the block', () => {
  const text = textBlock()
  applyDelta(text, { type: 'text_delta', text: 'a' })
  applyDelta(text, { type: 'text_delta', text: 'b' })
  expect(text).toMatchObject({ text: 'ab' })
  const call = callBlock('toolu_1', 'note')
  applyDelta(call, { type: 'input_json_delta', partial_json: '{"a":1}' })
  expect(call).toMatchObject({ input: { a: 1 } })
})
