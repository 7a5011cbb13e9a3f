import { noTokens } from '../../contract/budget/budget.ts'
import { describe, expect, test } from 'vitest'
import { blockLimit } from '../../adapters/processes/output.ts'
import type { ProgramEvent } from '../../adapters/processes/agent-family.ts'
import { StreamReader } from './stream.ts'
import { assistant, init, read, result, session } from './testing/cli-messages.ts'
import { describeClaudeCall } from './tool-calls.ts'

function kinds(heard: readonly ProgramEvent[]): string[] {
  return heard.map((one) => ('fact' in one ? one.fact.type : 'delta'))
}

const life = (state: string, uuid = 'frame'): object => ({
  type: 'command_lifecycle',
  command_uuid: uuid,
  state,
})
const event = (inner: object): object => ({ type: 'stream_event', event: inner })
const idle = { type: 'system', subtype: 'session_state_changed', state: 'idle' }

describe('the stream of a CLI', () => {
  test('a whole turn', () => {
    const heard = read(
      new StreamReader(session),
      life('queued'),
      life('started'),
      init,
      result,
      life('completed'),
      idle,
    )
    expect(kinds(heard)).toEqual(['frame.accepted', 'frame.started', 'turn.began', 'turn.ended'])
    expect(heard.at(-1)).toEqual({
      fact: {
        type: 'turn.ended',
        outcome: { kind: 'completed', text: 'text' },
        totalCostUsd: 2,
        totalTokens: noTokens,
      },
    })
  })

  test('a turn of the CLI’s own begins and ends without a prompt', () => {
    expect(kinds(read(new StreamReader(session), init, result))).toEqual(['turn.began', 'turn.ended'])
  })

  test('a command of the user’s ends its turn though no model was asked', () => {
    const heard = read(new StreamReader(session), life('started'), init, {
      ...result,
      num_turns: 0,
      result: '',
    })
    expect(kinds(heard)).toEqual(['frame.started', 'turn.began', 'turn.ended'])
  })

  test('a conversation that is cut down to a summary is told, in a turn or out of one; its summary is not said', () => {
    const boundary = { type: 'system', subtype: 'compact_boundary', compact_metadata: { trigger: 'auto' } }
    const summary = {
      type: 'user',
      message: { content: [{ type: 'text', text: 'This session is continued' }] },
    }
    const heard = read(new StreamReader(session), boundary, init, boundary, summary, result)
    expect(kinds(heard)).toEqual([
      'conversation.compacted',
      'turn.began',
      'conversation.compacted',
      'turn.ended',
    ])
    expect(heard[0]).toEqual({ fact: { type: 'conversation.compacted' } })
  })

  test('a prompt whose turn never says that it began still ends', () => {
    const heard = read(new StreamReader(session), life('started'), result)
    expect(kinds(heard)).toEqual(['frame.started', 'turn.began', 'turn.ended'])
  })

  test('a result without a turn is none', () => {
    const reader = new StreamReader(session)
    expect(read(reader, { ...result, num_turns: 0, result: '' })).toEqual([])
    expect(kinds(read(reader, init, result, result, idle))).toEqual(['turn.began', 'turn.ended'])
  })

  test('a prompt that was read is not dropped, one that was not is', () => {
    const reader = new StreamReader(session)
    expect(kinds(read(reader, life('queued'), life('started'), init, life('queued', 'other')))).toHaveLength(
      4,
    )
    expect(kinds(read(reader, life('cancelled', 'other'), result, life('cancelled')))).toEqual([
      'frame.cancelled',
      'turn.ended',
    ])
  })

  test('a conversation that changed is told before its turn', () => {
    const reader = new StreamReader(session)
    const reset = { type: 'conversation_reset', new_conversation_id: 'not this one' }
    const heard = read(reader, life('started'), reset, { ...init, session_id: 'another' }, result)
    expect(kinds(heard)).toEqual(['frame.started', 'conversation.changed', 'turn.began', 'turn.ended'])
    expect(heard[1]).toEqual({ fact: { type: 'conversation.changed', conversation: 'another' } })
    expect(kinds(read(reader, { ...init, session_id: 'another' }))).toEqual(['turn.began'])
  })

  test('words that had streamed when a turn broke off are kept, whole ones are not told twice', () => {
    const streamed = (...texts: string[]): object[] => [
      event({ type: 'message_start', message: { id: 'm' } }),
      ...texts.map((text) =>
        event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
      ),
    ]
    const cut = {
      ...result,
      subtype: 'error_during_execution',
      is_error: true,
      terminal_reason: 'aborted_streaming',
    }
    const reader = new StreamReader(session)
    const heard = read(reader, life('started'), init, ...streamed('Half ', 'of'), cut)
    expect(kinds(heard).slice(-2)).toEqual(['block.said', 'turn.ended'])
    expect(heard.at(-2)).toEqual({
      fact: { type: 'block.said', block: { kind: 'text', text: 'Half of', half: true } },
    })
    const whole = assistant({ type: 'text', text: 'All of it' })
    expect(
      kinds(read(reader, init, ...streamed('All of it'), whole, cut)).filter((kind) => kind === 'block.said'),
    ).toEqual(['block.said'])
    expect(kinds(read(reader, init, ...streamed('Not told as a block'), result))).not.toContain('block.said')
  })

  test('a turn that the user stopped is interrupted, whatever its result says', () => {
    const reader = new StreamReader(session)
    read(reader, life('started'), init)
    reader.interrupted()
    const heard = read(reader, { ...result, result: 'half a', terminal_reason: 'aborted_streaming' })
    expect(heard).toMatchObject([{ fact: { outcome: { kind: 'interrupted' } } }])
    const next = read(reader, init, { ...result, terminal_reason: 'aborted_streaming' })
    expect(next.at(-1)).toMatchObject({ fact: { outcome: { kind: 'cut' } } })
  })

  test('a note is only accepted and read, whatever looks like a turn around it', () => {
    const reader = new StreamReader(session)
    reader.wrote('note', 'note')
    const empty = { ...result, num_turns: 0, result: '', terminal_reason: undefined }
    const note = [life('queued', 'note'), life('started', 'note'), init, empty, life('completed', 'note')]
    expect(kinds(read(reader, ...note, idle))).toEqual(['frame.accepted', 'frame.started'])
    expect(kinds(read(reader, life('started'), init, result))).toEqual([
      'frame.started',
      'turn.began',
      'turn.ended',
    ])
  })

  test('what is steered in is read and no more; without a place in the turn it begins its own', () => {
    const reader = new StreamReader(session)
    reader.wrote('steer', 'steer')
    reader.wrote('late', 'steer')
    read(reader, life('started'), init)
    expect(
      kinds(read(reader, life('queued', 'steer'), life('started', 'steer'), life('completed', 'steer'))),
    ).toEqual(['frame.accepted', 'frame.started'])
    expect(kinds(read(reader, life('queued', 'late'), result, life('started', 'late'), init))).toEqual([
      'frame.accepted',
      'turn.ended',
      'frame.started',
      'turn.began',
    ])
  })

  test.each([
    ['its end is told as an error', [{ ...result, subtype: 'error_during_execution', is_error: true }]],
    ['its end is told as a success', [result]],
    ['its end was lost', []],
  ])('a turn that is cut off ends before the words that did it are read: %s', (_how, ends) => {
    const reader = new StreamReader(session)
    read(reader, life('started'), init)
    reader.wrote('now', 'interject')
    const end = ends.map((one) => ({ ...one, terminal_reason: 'aborted_tools', errors: [] }))
    const heard = read(reader, life('queued', 'now'), ...end, life('cancelled'), life('started', 'now'), init)
    expect(kinds(heard)).toEqual(['frame.accepted', 'turn.ended', 'frame.started', 'turn.began'])
    expect(heard[1]).toMatchObject({ fact: { outcome: { kind: 'cut' } } })
  })

  test('a turn that the user stops while words wait to cut it off is interrupted', () => {
    const reader = new StreamReader(session)
    reader.wrote('now', 'interject')
    read(reader, life('started'), init)
    reader.tookBack('now')
    reader.interrupted()
    const heard = read(reader, { ...result, terminal_reason: 'aborted_tools' })
    expect(heard).toMatchObject([{ fact: { outcome: { kind: 'interrupted' } } }])
  })

  test('a tool runs from its call to its result, or to the end of the turn; a sub-agent’s does not count', () => {
    const reader = new StreamReader(session)
    const call = (id: string): object => assistant({ type: 'tool_use', id, name: 'Bash', input: {} })
    const back = (id: string): object => ({
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: id, content: 'x' }] },
    })
    const uses = (...messages: object[]): boolean => {
      read(reader, ...messages)
      return reader.usesTool
    }
    expect(uses(init, { ...call('inner'), parent_tool_use_id: 'outer' })).toBe(false)
    expect(uses(call('one'), call('two'), back('one'))).toBe(true)
    expect(uses(back('two'))).toBe(false)
    expect(uses(call('three'), result)).toBe(false)
  })

  test('idle ends a turn only when a line was lost', () => {
    const reader = new StreamReader(session)
    expect(read(reader, idle)).toEqual([])
    read(reader, init)
    expect(read(reader, idle)).toEqual([])
    reader.lineLost()
    expect(read(reader, idle)).toMatchObject([{ fact: { type: 'turn.ended', outcome: { kind: 'broken' } } }])
    expect(read(reader, idle)).toEqual([])
  })
})

describe('what it says', () => {
  test('each complete block once, and a subagent’s as that of its call', () => {
    const blocks = [
      { type: 'text', text: 'words' },
      { type: 'thinking', thinking: 'hm' },
      { type: 'thinking', thinking: '' },
      { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } },
    ]
    const answer = {
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'a' }] },
    }
    const listing = describeClaudeCall('Bash', { command: 'ls' }).tool
    const reader = new StreamReader(session)
    const told = read(reader, assistant(...blocks), answer).map((one) => ('fact' in one ? one.fact : one))
    expect(told).toEqual([
      { type: 'block.said', block: { kind: 'text', text: 'words' } },
      { type: 'block.said', block: { kind: 'thinking', text: 'hm' } },
      { type: 'block.said', block: { kind: 'tool', call: 't1', tool: listing, input: 'ls' } },
      { type: 'block.said', block: { kind: 'result', call: 't1', text: 'a', end: 'done' } },
    ])
    const inner = { parent_tool_use_id: 't1' }
    const within = { call: 't1', tokens: 0 }
    expect(read(reader, { ...assistant(...blocks), ...inner }, { ...answer, ...inner })).toEqual(
      told.map((fact) => ({ fact: { ...fact, within } })),
    )
  })

  test('the user’s own words and replays are not said again', () => {
    const words = { type: 'user', message: { content: [{ type: 'text', text: 'mine' }] } }
    expect(read(new StreamReader(session), words, { type: 'user', message: { content: 'mine' } })).toEqual([])
    const replayed = {
      type: 'user',
      isReplay: true,
      message: { content: [{ type: 'tool_result', content: 'x' }] },
    }
    expect(read(new StreamReader(session), replayed)).toEqual([])
  })

  test('what is too long is cut between characters, and says so', () => {
    const content = [
      { type: 'tool_result', tool_use_id: 't', content: `${'x'.repeat(blockLimit - 1)}\u{1F600}yz` },
    ]
    const [heard] = read(new StreamReader(session), { type: 'user', message: { content } })
    const text =
      heard && 'fact' in heard && heard.fact.type === 'block.said' ? JSON.stringify(heard.fact.block) : ''
    expect(text).toContain('[cut: 4 more characters]')
    expect(text).not.toContain('\\ud83d')
  })

  test('deltas name their block by message and place', () => {
    const words = { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'wo' } }
    const input = {
      type: 'content_block_delta',
      index: 2,
      delta: { type: 'input_json_delta', partial_json: '{' },
    }
    const start = { type: 'message_start', message: { id: 'm1' } }
    expect(read(new StreamReader(session), event(start), event(words), event(input))).toEqual([
      { delta: { kind: 'delta', block: 'm1:1', of: 'text', text: 'wo' } },
    ])
  })

  test('to whom a message goes is told once, as soon as its call has named them', () => {
    const begun = (index: number, name: string): object =>
      event({
        type: 'content_block_start',
        index,
        content_block: { type: 'tool_use', id: 't', name, input: {} },
      })
    const part = (index: number, partial_json: string): object =>
      event({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json } })
    const send = 'mcp__janus-agents__send_to_agent'
    const heard = read(
      new StreamReader(session),
      event({ type: 'message_start', message: { id: 'm1' } }),
      begun(0, 'Bash'),
      part(0, '{"target":"nobody"}'),
      begun(1, send),
      part(1, '{"message":"It says \\"target\\":\\"x\\"",'),
      part(1, '"target": "Zo\\u00eb'),
      part(1, '"'),
      part(1, ',"target":"another"}'),
    )
    expect(heard).toEqual([{ fact: { type: 'message.begun', to: 'Zoë' } }])
  })
})

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
