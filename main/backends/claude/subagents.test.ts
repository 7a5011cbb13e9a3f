import { expect, test } from 'vitest'
import { StreamReader } from './stream.ts'
import { read } from './testing/cli-messages.ts'

const system = (subtype: string, more: object): object => ({
  type: 'system',
  subtype,
  task_id: 'a1',
  ...more,
})
const started = system('task_started', { task_type: 'local_agent', tool_use_id: 't1' })
const progress = (tokens: number) => system('task_progress', { usage: { total_tokens: tokens } })
const ended = (status: string, more = {}) => system('task_notification', { status, ...more })
const words = (text: string, id = 'm1') => ({
  type: 'assistant',
  parent_tool_use_id: 't1',
  message: { id, content: [{ type: 'text', text }], usage: { input_tokens: 100, output_tokens: 5 } },
})
const init = { type: 'system', subtype: 'init' }

const said = (reader: StreamReader, ...messages: object[]) =>
  read(reader, ...messages).flatMap((one) =>
    'fact' in one && one.fact.type === 'block.said' ? [{ ...one.fact.within, ...one.fact.block }] : [],
  )

test('a subagent’s words bear its call and what it has used, and its end comes as the result of its call', () => {
  const reader = new StreamReader('c')
  expect(said(reader, init, started, progress(800), words('looking'), progress(900), words('found'))).toEqual(
    [
      { call: 't1', tokens: 800, kind: 'text', text: 'looking' },
      { call: 't1', tokens: 900, kind: 'text', text: 'found' },
    ],
  )
  expect(reader.taskOf('t1')).toBe('a1')
  expect(said(reader, ended('completed', { usage: { total_tokens: 950 } }))).toEqual([
    { call: 't1', tokens: 950, kind: 'result', text: '', end: 'done' },
  ])
  expect(reader.taskOf('t1')).toBe('t1')
  expect(said(reader, ended('completed'))).toEqual([])
})

test.each([
  ['failed', 'failed'],
  ['stopped', 'stopped'],
])('a subagent that the CLI calls %s has %s', (status, end) => {
  expect(said(new StreamReader('c'), init, started, ended(status))).toMatchObject([{ end, tokens: 0 }])
})

test('a command in the background is no subagent', () => {
  const command = system('task_started', { task_type: 'local_bash', tool_use_id: 't1' })
  expect(said(new StreamReader('c'), init, command, ended('completed'))).toEqual([])
})

test('a subagent’s call of a model counts once for the turn, however many of its blocks come', () => {
  const told = read(
    new StreamReader('c'),
    init,
    started,
    progress(800),
    words('one'),
    words('two'),
    words('3', 'm2'),
  )
  const used = told.flatMap((one) =>
    'fact' in one && one.fact.type === 'turn.used' ? [one.fact.tokens] : [],
  )
  expect(used).toMatchObject([
    { input: 100, output: 5 },
    { input: 200, output: 10 },
  ])
})

test('a subagent never gives the turn its final text', () => {
  const result = {
    type: 'result',
    subtype: 'success',
    is_error: false,
    result: '',
    terminal_reason: 'completed',
    num_turns: 1,
  }
  const told = read(new StreamReader('c'), init, started, words('of a subagent'), result)
  expect(
    told.flatMap((one) => ('fact' in one && one.fact.type === 'turn.ended' ? [one.fact.outcome] : [])),
  ).toEqual([{ kind: 'completed', text: '' }])
})
