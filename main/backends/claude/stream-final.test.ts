import { expect, test } from 'vitest'
import { StreamReader } from './stream.ts'
import { assistant, init, read, result, session } from './testing/cli-messages.ts'

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
