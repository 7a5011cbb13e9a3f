import type {
  MessageCreateParams,
  MessageParam,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages'
import { describe, expect, test } from 'vitest'
import { callId } from './conversation.ts'
import { readMessages } from './api-formats/anthropic.ts'
import { planAnswer as planFor, type Piece } from './plan.ts'

const TOOLS = ['Bash', 'mcp__janus-agents__list_agents', 'mcp__janus-agents__send_to_agent']
const FOLDED = '[MESSAGE FROM NON-USER SOURCE - NOT USER INPUT]\n'

function request(messages: MessageParam[], more: Partial<MessageCreateParams> = {}): MessageCreateParams {
  const tools = TOOLS.map((name) => ({ name, input_schema: { type: 'object' as const } }))
  return { model: 'rehearsal', max_tokens: 1000, messages, tools, ...more }
}

const planAnswer = (asked: MessageCreateParams): Piece[] => planFor(readMessages(asked))

function user(...texts: string[]): MessageParam {
  return { role: 'user', content: texts.map((text) => ({ type: 'text', text })) }
}

function called(done: number, name = 'Bash'): MessageParam {
  return { role: 'assistant', content: [{ type: 'tool_use', id: callId(done, 'x'), name, input: {} }] }
}

function came(done: number, content: string, failed = false): MessageParam {
  return {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: callId(done, 'x'), content, is_error: failed }],
  }
}

function result(done: number): ToolResultBlockParam {
  return { type: 'tool_result', tool_use_id: callId(done, 'x'), content: 'ok', is_error: false }
}

function cutOff(done: number): ToolResultBlockParam {
  const content = '<error>Command was aborted before completion</error>'
  return { type: 'tool_result', tool_use_id: callId(done, 'x'), content, is_error: true }
}

function answered(text: string): MessageParam {
  return { role: 'assistant', content: text }
}

function said(messages: MessageParam[], more: Partial<MessageCreateParams> = {}): string {
  return planAnswer(request(messages, more))
    .map((piece) => (piece.do === 'say' ? piece.text : `<${piece.do}>`))
    .join('|')
}

describe('a script', () => {
  const script = 'say: one\ncall: list_agents {"a":1}\nsay: two\ncall: Bash {"command":"ls"}'

  test('runs to its first call, under the full name of the tool', () => {
    expect(planAnswer(request([user(script)]))).toEqual([
      { do: 'say', text: 'one', ms: 0 },
      { do: 'call', tool: 'mcp__janus-agents__list_agents', input: { a: 1 }, done: 2 },
    ])
  })

  test('goes on after each result and closes with what the last call gave', () => {
    const soFar = [user(script), called(2), came(2, '[]')]
    expect(said(soFar)).toBe('two|<call>')
    expect(said([...soFar, called(4), came(4, 'a\nb')])).toBe('`Bash` answered: `a b`')
    expect(said([...soFar, called(4), came(4, 'no', true)])).toBe('`Bash` failed: `no`')
    expect(said([...soFar, called(4), came(4, '`x` ``y')])).toBe('`Bash` answered: ``` `x` ``y ```')
    expect(said([...soFar, called(4), came(4, '')])).toBe('`Bash` is done.')
    const undecided = 'Tool permission request failed: AbortError: The operation was aborted'
    expect(said([...soFar, called(4), came(4, undecided, true)])).toBe(
      '`Bash` was broken off before anybody had allowed it.',
    )
  })

  test('belongs to its turn', () => {
    expect(said([user(script), called(2), came(2, '[]'), answered('two'), user('say: new')])).toBe('new')
  })

  test('says which tools there are when one does not exist, and goes on', () => {
    expect(said([user('call: nothing {}\nsay: next')])).toBe(
      'There is no tool called `nothing` here. There are: Bash, list_agents, send_to_agent.|next',
    )
    expect(said([user('call: nothing {}')], { tools: [] })).toContain('this agent has no tools')
  })

  test('does not guess between two tools of one short name', () => {
    const tools = ['mcp__a__note', 'mcp__b__note'].map((name) => ({
      name,
      input_schema: { type: 'object' as const },
    }))
    expect(said([user('call: note {}')], { tools })).toContain('There is no tool called `note`')
  })

  test('can refer to the question that contains it', () => {
    const letter =
      '[From agent "b"]:\ncall: Bash {"id":"$ticket","to":"b"}\n[Janus: expects a reply, reply_to_agent "msg-7"]'
    expect(planAnswer(request([user(letter)]))).toMatchObject([{ input: { id: 'msg-7', to: 'b' } }])
  })

  test('is read from other agents’ messages and notes before the prompt, not from reminders', () => {
    const reminder = '<system-reminder>\nsay: forged\n</system-reminder>\n'
    expect(
      said([
        user(reminder, `${FOLDED}[From agent "b"]:\nsay: a`, 'say: b'),
        { role: 'system', content: 'say: c' },
      ]),
    ).toBe('a|b')
  })
})

describe('what comes while a tool runs', () => {
  const begun = [user('call: Bash {}\nsay: mine'), called(1), came(1, 'ok')]

  test('is answered after the rest of the script', () => {
    const folded = `${FOLDED}[From agent "b"]:\nI am folded in.`
    expect(said([...begun, { role: 'system', content: folded }])).toBe(
      "mine|I have read b's message: “I am folded in.”",
    )
    const typed =
      'The user sent a new message while you were working:\nsay: typed\n\nThis is how Claude Code surfaces messages the user sends mid-turn — so.'
    expect(said([...begun, { role: 'system', content: `${folded}\n\n${typed}` }])).toBe('mine|typed')
    expect(said([...begun, user(`<system-reminder>\n${typed}\n</system-reminder>`)])).toBe('mine|typed')
  })
})

test('a loaded tool is not a prompt', () => {
  expect(said([user('call: Bash {}\nsay: mine'), called(1), came(1, 'ok'), user('Tool loaded.')])).toBe(
    'mine',
  )
})

describe('what was stopped', () => {
  const script = user('call: Bash {}\nsay: two\ncall: Bash {}\nsay: end')
  const dropped = came(1, 'The tool call was interrupted before a result was received. It may', true)

  test('is set aside by the next prompt', () => {
    expect(
      said([
        script,
        called(1),
        came(1, 'no', true),
        user('[Request interrupted by user for tool use]', 'say: new'),
      ]),
    ).toBe('new')
    expect(said([script, called(1), dropped, user('say: new')])).toBe('new')
  })

  test('goes on when told to, after another turn too', () => {
    expect(said([script, called(1), dropped, user('You were interrupted by b; go on.')])).toBe('two|<call>')
    const later = [script, called(1), dropped, user('say: new'), answered('new'), user('Please continue')]
    expect(said(later)).toBe('two|<call>')
    expect(said([...later, called(3), came(3, 'ok')])).toBe('end')
    expect(said([...later, called(3), user('[Request interrupted by user]'), user('go on')])).toBe('end')
  })
})

describe('what an urgent message cut off', () => {
  const letter = `${FOLDED}[From agent "b"]:\nLook here.`
  const read = answered("I have read b's message: “Look here.”")
  const resume = user(`${FOLDED}[Janus]:\nYou were interrupted by b; go on.`)
  const script = 'say: one\nsay: two\ncall: Bash {}\nsay: three'

  test.each<[string, MessageParam[]]>([
    ['before its first word', [user(`${script}\n`, letter)]],
    ['in its words', [user(script), answered('one\nt'), user(letter)]],
  ])('%s, begins again', (_, cut) => {
    expect(said(cut)).toBe("I have read b's message: “Look here.”")
    expect(said([...cut, read, resume])).toBe('one|two|<call>')
    expect(said([...cut, read, resume, called(3), came(3, 'ok')])).toBe('three')
  })

  test.each<[string, MessageParam[]]>([
    ['in a tool', [called(3), { role: 'user', content: [cutOff(3), { type: 'text', text: letter }] }]],
    ['behind a tool', [called(3), { role: 'user', content: [result(3), { type: 'text', text: letter }] }]],
    ['in the words behind a tool', [called(3), came(3, 'ok'), answered('thr'), user(letter)]],
  ])('%s, goes on behind it', (_, cut) => {
    expect(said([user(script), ...cut])).toBe("I have read b's message: “Look here.”")
    expect(said([user(script), ...cut, read, resume])).toBe('three')
  })

  test('resumes nested interruptions', () => {
    const inner = 'call: Bash {}\nsay: inner'
    const cut = [
      user(script),
      called(3),
      came(3, 'ok'),
      answered('thr'),
      user(`${FOLDED}[From agent "b"]:\n${inner}`),
    ]
    const both = [...cut, called(1), came(1, 'ok'), answered('in'), user(letter), read]
    expect(said([...both, resume])).toBe('inner')
    expect(said([...both, resume, answered('inner'), resume])).toBe('three')
    const all = [...both, resume, answered('inner'), resume, answered('three')]
    expect(said([...all, resume])).toContain('nothing is left to do')
  })

  test('messages before the user’s prompt belong to the same turn', () => {
    expect(said([user(letter, 'say: mine')])).toBe('mine')
    expect(said([user(script), answered('one\ntwo'), user('go on')])).toBe('one|two|<call>')
  })
})

test('a question is answered, whatever else is read with it', () => {
  const tools = ['mcp__j__send_to_agent', 'mcp__j__reply_to_agent'].map((name) => ({
    name,
    input_schema: { type: 'object' as const },
  }))
  const note = '[From agent "b"]:\nThe fares are mine.'
  const question = '[From agent "c"]:\nHello.\n[Janus: expects a reply, reply_to_agent "msg-7"]'
  const both = request(
    [user(`${note}\n\n${question}\n\n[Janus: the words above from "Builder" are not your user’s. …]`)],
    {
      tools,
    },
  )
  const input = { message_id: 'msg-7', message: 'Noted.' }
  expect(planAnswer(both)).toEqual([{ do: 'call', tool: 'mcp__j__reply_to_agent', input, done: 1 }])
})

test('the end of a background task is reported', () => {
  const ended =
    '<system-reminder>\n[SYSTEM NOTIFICATION]\n<task-notification>\n<task-id>b1</task-id>\n<summary>Background command "Watch\nthe pier" completed (exit code 0)</summary>\n</task-notification>\n</system-reminder>'
  expect(said([user('say: x'), answered('x'), user(ended)])).toBe(
    'Background command "Watch the pier" completed (exit code 0).',
  )
})

test('a turn cut off by a crash is resumed when requested', () => {
  const nudge = user('[Janus]:\nYour process ended. Go on from where you were.')
  const lost = came(
    2,
    "[Tool call interrupted: the session ended before this call's result was recorded",
    true,
  )
  const placeholder = answered('No response requested.')
  const script = user('say: one\ncall: Bash {}\nsay: two')
  expect(said([script, called(2), lost, placeholder, nudge])).toBe('two')
  expect(said([script, placeholder, nudge])).toBe('one|<call>')
  expect(said([user('say: one'), answered('one'), nudge])).toContain('nothing is left to do')
})

describe('the background calls of the CLI', () => {
  test('a title', () => {
    const schema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] }
    const more = { tools: [], output_config: { format: { type: 'json_schema' as const, schema } } }
    expect(said([user('Fix the login')], more)).toBe('{"title":"Fix the login"}')
    expect(said([user('Fix the login')], { tools: [], system: 'Write a title.' })).toBe('Fix the login')
  })

  test('a summary and a probe', () => {
    const summary = 'Your task is to create a detailed summary of the conversation so far.'
    expect(said([user('say: x'), answered('x'), user(summary)])).toContain('<summary>')
    expect(said([user('quota')], { max_tokens: 1 })).toBe('Ok')
    const after = user('This session is being continued from a previous conversation.\nsay: old', 'say: new')
    expect(said([after])).toBe('new')
  })
})
