import { expect, test } from 'vitest'
import { tokens } from '../asked.ts'
import { applyDelta, callBlock, frame, newMessage, textBlock } from './anthropic-wire.ts'

test('an event is one frame of a stream', () => {
  expect(frame({ type: 'ping' })).toBe('event: ping\ndata: {"type":"ping"}\n\n')
})

test('what is new is input, the rest is read from the cache', () => {
  const message = newMessage({ id: 'msg_1', model: 'm', usage: { fresh: 101, cached: 899 } })
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
