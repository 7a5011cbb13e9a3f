import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ProgramEvent } from '../../adapters/processes/agent-family.ts'
import type { Notification } from './protocol.ts'
import { CodexReader } from './reader.ts'

// Recorded from a real Codex, with neutral paths: an answer; a message steered into a turn; a failed
// command; a patch; a command that moved to the background; a stopped turn; a failure of the model's
// service.
const told = readFileSync(join(import.meta.dirname, 'fixtures', 'exchange.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Notification)

function short(heard: ProgramEvent): string {
  if ('delta' in heard) return `~${heard.delta.of}`
  const { fact } = heard
  if (fact.type === 'frame.started') return `started ${fact.frame.slice(-1)}`
  if (fact.type === 'background.changed') return `runs: ${fact.tasks.map(({ name }) => name).join(', ')}`
  if (fact.type === 'turn.ended')
    return fact.outcome.kind === 'completed' ? `ended “${fact.outcome.text}”` : `ended ${fact.outcome.kind}`
  if (fact.type !== 'block.said') return fact.type
  const { block } = fact
  if (block.kind === 'tool') return `${block.tool.name} ${block.tool.title}`.trim()
  return block.kind === 'result' ? `${block.end} ${block.text}`.trim() : `${block.kind} ${block.text}`
}

function played(): string[] {
  const reader = new CodexReader('thread-1')
  return told.flatMap((one) => reader.read(one)).map(short)
}

const withoutUse = (facts: string[]): string[] =>
  facts
    .filter((fact) => fact !== 'turn.used' && fact !== 'context.told' && !fact.startsWith('~'))
    .map((fact) => fact.replaceAll('\n', '|'))

test('an exchange becomes facts, in order', () => {
  expect(withoutUse(played())).toEqual([
    'started 1',
    'turn.began',
    'thinking let me see',
    'text hello',
    'ended “hello”',
    'started 3',
    'turn.began',
    'hold',
    'done held t',
    'started 4',
    'text first|folded',
    'ended “first|folded”',
    'started 5',
    'turn.began',
    'exec_command echo hi; exit 3',
    'failed hi||exit code 3',
    'text done',
    'ended “done”',
    'started 6',
    'turn.began',
    'apply_patch /home/user/code/one.txt',
    'done',
    'text done',
    'ended “done”',
    'started 7',
    'turn.began',
    'exec_command sleep 1',
    'runs: sleep 1',
    'text begun',
    'ended “begun”',
    'done',
    'runs: ',
    'started 8',
    'turn.began',
    'exec_command sleep 99',
    'runs: sleep 99',
    'ended interrupted',
    'started 9',
    'turn.began',
    'ended broken',
  ])
})

test('words are told as they stream', () => {
  expect(played().filter((fact) => fact === '~text').length).toBeGreaterThan(4)
  expect(played()).toContain('~thinking')
})

const thread = { threadId: 't', turnId: 'one' }
const turn = (status: 'inProgress' | 'completed' | 'interrupted', id = 'one') => ({ id, status, error: null })
const begun: Notification = { method: 'turn/started', params: { ...thread, turn: turn('inProgress') } }
const over = (status: 'completed' | 'interrupted'): Notification => ({
  method: 'turn/completed',
  params: { ...thread, turn: turn(status) },
})
const command: Notification = {
  method: 'item/started',
  params: {
    ...thread,
    item: {
      type: 'commandExecution',
      id: 'call',
      command: 'make',
      cwd: '/',
      processId: null,
      status: 'inProgress',
      aggregatedOutput: null,
      exitCode: null,
    },
  },
}
const used: Notification = {
  method: 'thread/tokenUsage/updated',
  params: { ...thread, tokenUsage: { total: tokens(10), last: tokens(10), modelContextWindow: null } },
}

function tokens(inputTokens: number) {
  return {
    inputTokens,
    cachedInputTokens: 0,
    cacheWriteInputTokens: 0,
    outputTokens: 1,
    totalTokens: inputTokens + 1,
  }
}

function play(reader: CodexReader, ...all: Notification[]): string[] {
  return all.flatMap((one) => reader.read(one)).map(short)
}

test('a turn that Codex begins by itself begins with the first that it tells', () => {
  expect(play(new CodexReader('t'), begun)).toEqual([])
  expect(play(new CodexReader('t'), begun, command)).toEqual(['turn.began', 'exec_command make'])
  expect(play(new CodexReader('t'), begun, over('completed'))).toEqual(['turn.began', 'ended “”'])
})

test('calls of a turn that was stopped are stopped with it, and what comes of them later is not told', () => {
  const reader = new CodexReader('t')
  play(reader, begun, command)
  reader.ending('interrupted')
  expect(play(reader, used, over('interrupted'))).toEqual(['turn.used', 'stopped', 'ended interrupted'])
  const late = { ...command, method: 'item/completed' } as Notification
  expect(play(reader, late)).toEqual([])
})

test('a turn that a newer prompt ends was cut off; one that the user stops as well, stopped', () => {
  const reader = new CodexReader('t')
  play(reader, begun)
  reader.ending('cut')
  expect(play(reader, over('interrupted'))).toEqual(['turn.began', 'ended cut'])
  play(reader, begun)
  reader.ending('cut')
  reader.ending('interrupted')
  expect(play(reader, over('interrupted')).at(-1)).toBe('ended interrupted')
})

test('words of an answer that does not go on stay', () => {
  const reader = new CodexReader('t')
  const delta: Notification = {
    method: 'item/agentMessage/delta',
    params: { ...thread, itemId: 'm', delta: 'half a sen' },
  }
  play(reader, begun, delta)
  expect(play(reader, over('interrupted'))).toEqual(['text half a sen', 'ended interrupted'])
})

test('what a sub-agent tells in a conversation of its own is passed over', () => {
  expect(play(new CodexReader('another'), begun, command, over('completed'))).toEqual([])
})

test('what a conversation used before this process is not counted', () => {
  const reader = new CodexReader('t')
  play(reader, used, begun, used)
  const heard = reader.read(over('completed'))
  expect(heard.at(-1)).toMatchObject({ fact: { totalTokens: { input: 0 } } })
})

test('how full its context is, its last call tells, also of a conversation that is taken up again', () => {
  const reader = new CodexReader('t')
  const told = (n: number, size: number | null): Notification => ({
    method: 'thread/tokenUsage/updated',
    params: { ...thread, tokenUsage: { total: tokens(500), last: tokens(n), modelContextWindow: size } },
  })
  const context = (one: Notification) =>
    reader
      .read(one)
      .flatMap((heard) => ('fact' in heard && heard.fact.type === 'context.told' ? [heard.fact] : []))
  expect(context(told(99, 1000))).toEqual([{ type: 'context.told', context: { used: 100, size: 1000 } }])
  reader.read(begun)
  expect(context(told(149, 1000))).toMatchObject([{ context: { used: 150, size: 1000 } }])
  expect(context(told(149, null))).toEqual([])
})

test('a plan is told as its steps, once for each change, and its turn keeps its answer', () => {
  const reader = new CodexReader('thread-1')
  const of = { threadId: 'thread-1', turnId: 'turn-1' }
  reader.read({
    method: 'turn/started',
    params: { threadId: 'thread-1', turn: { id: 'turn-1', status: 'inProgress', error: null } },
  })
  const plan = (status: string) =>
    reader.read({ method: 'turn/plan/updated', params: { ...of, plan: [{ step: 'Fix it', status }] } })
  expect(plan('pending').map(short)).toContain('update_plan 0 of 1 done')
  expect(plan('pending')).toEqual([])
  expect(plan('completed').map(short)).toContain('update_plan 1 of 1 done')
})
