import type { SDKMessage } from '@anthropic-ai/claude-agent-sdk'
import { expect, test } from 'vitest'
import type { Heard } from '../../adapters/processes/heard.ts'
import { StreamReader } from './stream.ts'

const session = 'conversation'

/** Reads messages of the CLI, given in short. */
function read(reader: StreamReader, ...messages: object[]): Heard[] {
  return messages.flatMap((message) =>
    reader.read({ session_id: session, parent_tool_use_id: null, ...message } as unknown as SDKMessage),
  )
}

const init = { type: 'system', subtype: 'init' }
const result = {
  type: 'result',
  subtype: 'success',
  is_error: false,
  num_turns: 1,
  total_cost_usd: 2,
  result: 'text',
  terminal_reason: 'completed',
}
const assistant = (...content: object[]): object => ({ type: 'assistant', message: { id: 'm', content } })

test('its final text is what the result says; where that is empty, what it said last, after its last tool', () => {
  const text = (words: string): object => assistant({ type: 'text', text: words })
  const call = assistant({ type: 'tool_use', id: 't', name: 'Bash', input: {} })
  const thought = assistant({ type: 'thinking', thinking: 'hm' })
  const command = {
    type: 'assistant',
    message: { id: 'm', model: '<synthetic>', content: [{ type: 'text', text: 'x' }] },
  }
  const empty = { ...result, result: '' }
  const finals = (...messages: object[]): unknown => {
    const last = read(reader, init, ...messages).at(-1)
    return last && 'fact' in last && last.fact.type === 'turn.ended' ? last.fact.outcome : last
  }
  const reader = new StreamReader(session)
  const completed = (words: string): object => ({ kind: 'completed', text: words })
  expect(finals(text('early'), call, text('late'), result)).toEqual(completed('text'))
  expect(finals(text('early'), call, text('late'), thought, empty)).toEqual(completed('late'))
  expect(finals(text('early'), call, thought, empty)).toEqual(completed(''))
  expect(finals({ ...text('of a sub-agent'), parent_tool_use_id: 't' }, empty)).toEqual(completed(''))
  expect(finals(command, empty)).toEqual(completed(''))
  expect(finals(empty)).toEqual(completed(''))
})

test('an answer that was to go on is not whole', () => {
  const heard = read(new StreamReader(session), init, { ...result, stop_reason: 'pause_turn' })
  expect(heard.at(-1)).toMatchObject({ fact: { outcome: { kind: 'broken', why: 'other' } } })
})

test('what the CLI prints about an error of the service is no answer: the end of the turn says it', () => {
  const words = 'API Error: 400 The ferry is full.'
  const printed = {
    type: 'assistant',
    error: 'unknown',
    message: { id: 'm', model: '<synthetic>', content: [{ type: 'text', text: words }] },
  }
  const failed = {
    ...result,
    is_error: true,
    terminal_reason: 'api_error',
    result: words,
    api_error_status: 400,
    api_error_type: 'invalid_request_error',
  }
  const heard = read(new StreamReader(session), init, printed, failed)
  expect(heard).toMatchObject([
    { fact: { type: 'turn.began' } },
    { fact: { outcome: { kind: 'broken', why: 'api_error', detail: words, error: 'invalidRequest' } } },
  ])
})
