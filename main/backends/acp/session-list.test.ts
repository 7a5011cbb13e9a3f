import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConversationError } from '../../ports/conversations.ts'
import { VirtualClock } from '../../testkit/virtual-clock.ts'
import { QueriedSessionList } from '../../adapters/processes/queried-session-list.ts'
import type { AcpConnection } from './connection.ts'
import { greet } from './opening.ts'
import { profiles } from './profiles/profiles.ts'
import { asObject, asText, type Json } from '../../adapters/processes/json.ts'
import { acpKeeper, AcpHistoryReader, type Visit } from './session-list.ts'

// Recorded answers of the real programs about a conversation of two turns: `from` is the sender.
function recorded(kind: string): readonly Json[] {
  const path = join(import.meta.dirname, 'fixtures', 'recorded', `${kind}-past.jsonl`)
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => asObject(JSON.parse(line)))
}

function sessionListOf(kind: 'opencode' | 'qwen' | 'copilot') {
  const asked: string[] = []
  const lines = recorded(kind)
  const visit: Visit = async (hear, ask) => {
    const connection: AcpConnection = {
      request: (method, params) => {
        asked.push(method)
        const { sessionId } = asObject(params)
        const at = lines.findIndex(
          (line) => line['method'] === method && asObject(line['params'])['sessionId'] === sessionId,
        )
        if (at < 0) return Promise.reject(new Error(`${method} was not recorded`))
        for (const line of lines.slice(at + 1)) {
          if (line['method'] !== 'session/update') return Promise.resolve(asObject(line['result']))
          hear(asObject(asObject(line['params'])['update']))
        }
        return Promise.reject(new Error('it ends there'))
      },
      notify: () => undefined,
      close: () => undefined,
    }
    return ask(connection, await greet(connection), '/home/user/neutral')
  }
  const keeper = acpKeeper(profiles[kind], visit)
  if (keeper === null) throw new Error('no session list')
  return { sessionList: new QueriedSessionList(new VirtualClock(), keeper), asked }
}

const of = { folder: '/home/user/work', words: '', offset: 0, limit: 20 }

describe.each(['opencode', 'qwen', 'copilot'] as const)('of %s', (kind) => {
  test('what it keeps is listed, and one is taken up with what was said', async () => {
    const { sessionList, asked } = sessionListOf(kind)
    const { items, isMore } = await sessionList.list(of)
    expect([items.length, isMore]).toEqual([1, false])
    const [head] = items
    expect(head).toMatchObject({ folder: of.folder, title: expect.stringMatching(/^call: /), bytes: null })
    expect(head?.changedAt).toBeGreaterThan(Date.parse('2026-11-25'))
    const { past, conversation, isOriginal = false } = await sessionList.takeUp(head?.id ?? '')
    expect(past.rows.map(({ said }) => said.kind)).toEqual(['user', 'tool', 'result', 'text', 'user', 'text'])
    expect(past.rows[1]?.said).toMatchObject({ tool: { kind: 'execute', title: 'echo of children' } })
    expect(past.rows[2]?.said).toMatchObject({ text: expect.stringContaining('of children'), end: 'done' })
    expect(past.rows[5]?.said).toMatchObject({ text: 'none for dogs' })
    expect(past.rows.every(({ at }) => at > 0)).toBe(true)
    expect(past).toMatchObject({ turns: 2, earlier: 0, damaged: 0, file: '' })
    expect(isOriginal).toBe(kind === 'copilot')
    expect(conversation === head?.id).toBe(kind === 'copilot')
    const copies = { opencode: 'session/fork', qwen: 'qwen/control/session/branch', copilot: 'none' }
    expect(asked.some((method) => /fork|branch/.test(method) && method !== copies[kind])).toBe(false)
  })
})

test('a list is asked for once while a user types, and again after a while; unknown ids are refused', async () => {
  const clock = new VirtualClock()
  let count = 0
  const head = { id: 'a', folder: '/x', title: 'Fares of children', changedAt: 1, turns: null, bytes: null }
  const sessionList = new QueriedSessionList(clock, {
    resumeMode: 'copy' as const,
    program: 'The program' as const,
    heads: () => {
      count += 1
      return count === 3
        ? Promise.reject(new Error('it died'))
        : Promise.resolve([head, { ...head, id: 'b', folder: '/y' }])
    },
    resumeThread: () => Promise.reject(new Error('it died')),
  })
  expect((await sessionList.list({ ...of, folder: '/y' })).items.map(({ id }) => id)).toEqual(['b', 'a'])
  expect((await sessionList.list({ ...of, folder: '/y', words: 'CHILDREN fares /x' })).items).toHaveLength(1)
  expect((await sessionList.list({ ...of, folder: '/y', limit: 1 })).isMore).toBe(true)
  expect(count).toBe(1)
  clock.advance(21_000)
  await sessionList.list({ ...of, folder: '/y' })
  expect(count).toBe(2)
  await expect(sessionList.takeUp('a')).rejects.toThrow(
    new ConversationError('The program could not be asked for its conversations: it died'),
  )
  clock.advance(21_000)
  await expect(sessionList.list(of)).rejects.toThrow(
    'The program could not be asked for its conversations: it died',
  )
  expect((await sessionList.list(of)).items).toHaveLength(2)
  expect(await sessionList.look('c')).toBeNull()
})

test.each([
  [1, { agentCapabilities: { sessionCapabilities: { list: {}, delete: {} } } }],
  [2, { capabilities: { session: { delete: {} } } }],
] as const)('version %d: a program that deletes conversations is asked to', async (protocolVersion, says) => {
  const asked: unknown[] = []
  const sessions = [{ sessionId: 'a', title: 'Fares', cwd: '/work' }]
  const answers: Readonly<Record<string, Json>> = {
    initialize: { protocolVersion, ...says },
    'session/list': { sessions },
    'session/delete': {},
  }
  const connection: AcpConnection = {
    request: (method, params) => {
      asked.push([method, asObject(params)['sessionId']])
      return Promise.resolve(answers[method] ?? {})
    },
    notify: () => undefined,
    close: () => undefined,
  }
  const keeper = acpKeeper(profiles.qwen, async (_, ask) => ask(connection, await greet(connection), '/'))
  if (keeper === null) throw new Error('no session list')
  const list = new QueriedSessionList(new VirtualClock(), keeper)
  expect((await list.list(of)).items).toMatchObject([{ id: 'a', canDelete: true }])
  await list.delete('a')
  expect(asked.at(-1)).toEqual(['session/delete', 'a'])
  sessions.length = 0
  expect((await list.list(of)).items).toEqual([])
  expect(await list.look('a')).toBeNull()
})

test('of a long conversation the newest turns are kept; a turn that was broken off ends its call', () => {
  const reader = new AcpHistoryReader(profiles.copilot, 5)
  const said = (kind: string, text: string) =>
    reader.take({ sessionUpdate: kind, content: { type: 'text', text } })
  for (let n = 1; n <= 203; n++) {
    said('user_message_chunk', `Question ${String(n)}, `)
    said('user_message_chunk', 'in two pieces')
    said('agent_message_chunk', `Answer ${String(n)}`)
  }
  reader.take({
    sessionUpdate: 'tool_call',
    toolCallId: 't',
    title: 'ls',
    kind: 'execute',
    rawInput: { command: 'ls' },
  })
  const { rows, turns, earlier } = reader.end()
  expect([turns, earlier]).toEqual([200, 3])
  expect(asText(asObject(rows[0]?.said)['text'])).toBe('Question 4, in two pieces')
  expect(rows.at(-1)).toMatchObject({ at: 5, said: { kind: 'result', end: 'stopped' } })
})

test('of a prompt that Janus put together the user’s words alone are a row', () => {
  const reader = new AcpHistoryReader(profiles.copilot, 5)
  const text = '[From agent "Bob"]:\nI am done.\n\n[From your user]:\nRun the tests'
  reader.take({ sessionUpdate: 'user_message_chunk', content: { type: 'text', text } })
  expect(reader.end().rows.map(({ said }) => said)).toMatchObject([{ kind: 'user', text: 'Run the tests' }])
})
