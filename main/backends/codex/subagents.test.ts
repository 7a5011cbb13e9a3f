import { expect, test } from 'vitest'
import type { Notification, ThreadItem } from './protocol.ts'
import { CodexReader } from './reader.ts'

const spawn = (id: string, thread: string): ThreadItem => ({
  type: 'collabAgentToolCall',
  id,
  tool: 'spawnAgent',
  status: 'completed',
  prompt: 'Look at the pier.',
  receiverThreadIds: [thread],
})
const words = (id: string, text: string) => ({ type: 'agentMessage', id, text }) as ThreadItem
const usage = (input: number) => ({
  inputTokens: input,
  cachedInputTokens: 0,
  cacheWriteInputTokens: 0,
  outputTokens: 1,
})

/** A reader in a turn of the thread `main`; `tell` returns the facts of a notification. */
function inTurn() {
  const reader = new CodexReader('main')
  const tell = (threadId: string, method: string, params: object) =>
    reader
      .read({ method, params: { threadId, turnId: 't', ...params } } as Notification)
      .flatMap((one) => ('fact' in one ? [one.fact] : []))
  const item = (threadId: string, one: ThreadItem) => [
    ...tell(threadId, 'item/started', { item: one }),
    ...tell(threadId, 'item/completed', { item: one }),
  ]
  const turn = (threadId: string, method: string, status = 'inProgress') =>
    tell(threadId, method, { turn: { id: `turn of ${threadId}`, status, error: null } })
  turn('main', 'turn/started')
  return { reader, tell, item, turn }
}

test('a thread that a call started is a subagent: its words, its use, its end, and that it runs beside the turn', () => {
  const { reader, tell, item, turn } = inTurn()
  expect(item('main', spawn('c1', 'sub')).at(-1)).toMatchObject({
    block: { kind: 'result', end: 'launched' },
  })
  expect(turn('sub', 'turn/started')).toEqual([
    {
      type: 'background.changed',
      tasks: [{ id: 'sub', kind: 'agent', name: 'Look at the pier.', call: 'c1', line: '' }],
    },
  ])
  expect(reader.subagentTurn('c1')).toEqual({ threadId: 'sub', turnId: 'turn of sub' })
  const tokenUsage = {
    last: { ...usage(100), totalTokens: 101 },
    total: { ...usage(100), totalTokens: 101 },
    modelContextWindow: null,
  }
  expect(tell('sub', 'thread/tokenUsage/updated', { tokenUsage })).toMatchObject([
    { type: 'turn.used', tokens: { input: 100, output: 1 } },
  ])
  expect(item('sub', words('m1', 'Low tide.'))).toEqual([
    { type: 'block.said', block: { kind: 'text', text: 'Low tide.' }, within: { call: 'c1', tokens: 101 } },
  ])
  expect(turn('sub', 'turn/completed', 'completed')).toMatchObject([
    { block: { kind: 'result', call: 'c1', end: 'done' }, within: { call: 'c1', tokens: 101 } },
    { type: 'background.changed', tasks: [] },
  ])
  expect(reader.subagentTurn('c1')).toBeNull()
  // A subagent's text is not part of the turn; its usage counts once.
  expect(turn('main', 'turn/completed', 'completed')).toMatchObject([
    { type: 'turn.ended', outcome: { kind: 'completed', text: '' }, totalTokens: { input: 100, output: 1 } },
  ])
})

test('one of its own subagents comes under its call, and a thread that nobody started is passed over', () => {
  const { item, turn } = inTurn()
  item('main', spawn('c1', 'sub'))
  turn('sub', 'turn/started')
  item('sub', spawn('c2', 'deep'))
  expect(item('deep', words('m2', 'A wreck.'))).toMatchObject([{ within: { call: 'c2' } }])
  expect(turn('deep', 'turn/started')).toMatchObject([{ tasks: [{ id: 'sub' }, { id: 'deep' }] }])
  expect(turn('deep', 'turn/completed', 'interrupted')[0]).toMatchObject({
    block: { call: 'c2', end: 'stopped' },
  })
  expect(item('stranger', words('m3', 'Who?'))).toEqual([])
})
