import { Client } from '@modelcontextprotocol/sdk/client'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HttpAgentsClient } from './client.ts'
import { FakeApi } from '../shared/fake-api.ts'
import { createAgentsServer } from './serve.ts'

let api: FakeApi
let client: Client
beforeEach(async () => {
  api = new FakeApi()
  await api.start()
  client = new Client({ name: 'test', version: '1' })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  await createAgentsServer(new HttpAgentsClient(api.identityPath), () => {}).connect(theirs)
  await client.connect(ours)
})
afterEach(async () => {
  await client.close()
  await api.close()
})

async function call(
  name: string,
  args: Record<string, unknown>,
  toolUseId?: string,
): Promise<CallToolResult> {
  const meta = toolUseId === undefined ? {} : { _meta: { 'claudecode/toolUseId': toolUseId } }
  return (await client.callTool({ name, arguments: args, ...meta })) as CallToolResult
}

function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

test('shows its three tools, always loaded, with a few words on when to use which', async () => {
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['list_agents', 'send_to_agent', 'read_message'])
  for (const tool of tools) {
    expect(tool._meta).toEqual({ 'anthropic/alwaysLoad': true })
    expect(tool.description?.length).toBeLessThan(420)
  }
  expect(tools[1]?.inputSchema).toMatchObject({
    required: ['target', 'message'],
    additionalProperties: false,
  })
  expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual([true, false, true])
})

test('list_agents tells who is there and who one is', async () => {
  const result = await call('list_agents', {})
  expect(result.structuredContent).toEqual({
    agents: [
      { name: 'Ann', status: 'working', cwd: '/a' },
      { name: 'Bob', status: 'idle', role: 'tester', cwd: '/b', needs: 'permission', pending: 2 },
    ],
    self: 'Ann',
  })
  expect(textOf(result)).toBe(
    'You are "Ann". Write to these with send_to_agent(target, message):\n' +
      '- Bob: idle, waits for the person (permission), 2 waiting, tester, in /b',
  )
})

test('send_to_agent says at once what became of it, and the call is its own key', async () => {
  const result = await call('send_to_agent', { target: 'Bob', message: 'hello' }, 'toolu_1')
  expect(result.isError).toBeUndefined()
  expect(result.structuredContent).toEqual({
    delivered: true,
    state: 'written',
    message_id: 'msg-0000000001',
    hint: '"Bob" gets it now. Go on or end your turn; an answer would arrive by itself.',
  })
  expect(api.requests[0]).toEqual({
    method: 'POST',
    url: '/api/agents/Bob/message',
    body: { message: 'hello', idempotencyKey: 'call-toolu_1' },
  })
  await call('send_to_agent', { target: 'Bob', message: 'hello' }, 'toolu_1')
  expect(api.messages.size).toBe(1)
  await call('send_to_agent', { target: 'Bob', message: 'hello' }, 'toolu_2')
  await call('send_to_agent', { target: 'Bob', message: 'hello' })
  await call('send_to_agent', { target: 'Bob', message: 'hello' })
  expect(api.messages.size).toBe(4)
})

test('a queued message names its place, and a changed name the new one', async () => {
  api.answerSend = { delivered: true, state: 'queued', position: 3, reason: 'works', renamed: 'Robert' }
  expect((await call('send_to_agent', { target: 'Bob', message: 'x' })).structuredContent).toMatchObject({
    state: 'queued',
    position: 3,
    reason: 'works',
    hint: '"Robert" reads it as soon as it can. Go on or end your turn; an answer would arrive by itself.',
  })
  api.answerSend = { delivered: false, state: 'held', reason: 'too deep' }
  expect((await call('send_to_agent', { target: 'Bob', message: 'x' })).structuredContent).toMatchObject({
    delivered: false,
    hint: 'It was not delivered; read_message tells what became of it.',
  })
})

test('a name that nobody has comes back with the names there are', async () => {
  const result = await call('send_to_agent', { target: 'Bobby', message: 'x' })
  expect(result.isError).toBe(true)
  expect(result.structuredContent).toEqual({
    delivered: false,
    error: { code: 'unknown_agent', message: 'No agent has that name.', available: ['Ann', 'Bob'] },
  })
  expect(JSON.parse(textOf(result))).toEqual(result.structuredContent)
})

test('names go into the address whole', async () => {
  for (const target of ['../messages', 'a/b', 'a b', 'ä', '%2f', 'x?y#z', '..', '.']) {
    await call('send_to_agent', { target, message: 'x' })
  }
  const urls = api.requests.map(({ url }) => url)
  expect(urls).toEqual([
    '/api/agents/..%2Fmessages/message',
    '/api/agents/a%2Fb/message',
    '/api/agents/a%20b/message',
    '/api/agents/%C3%A4/message',
    '/api/agents/%252f/message',
    '/api/agents/x%3Fy%23z/message',
    '/api/agents/..%20/message',
    '/api/agents/.%20/message',
  ])
})

test('read_message gives a part, and says where the rest is', async () => {
  const result = await call('read_message', { message_id: 'msg-0000000009', offset: 16384 })
  expect(result.structuredContent).toMatchObject({
    message_id: 'msg-0000000009',
    message: 'the rest',
    next: 32768,
  })
  expect(textOf(result)).toContain('the rest\n[msg-0000000009 goes on: read_message with offset 32768]')
  expect(api.requests[0]?.url).toBe('/api/messages/msg-0000000009?offset=16384')
})

test.each([
  ['send_to_agent', { target: 'Bob' }],
  ['send_to_agent', { target: 'Bob', message: '' }],
  ['send_to_agent', { target: '', message: 'x' }],
  ['send_to_agent', { target: 'Bob', message: 'x', from: 'human' }],
  ['send_to_agent', { target: 'Bob', message: 'é'.repeat(600_000) }],
  ['read_message', { message_id: 7 }],
  ['read_message', { message_id: 'msg-0000000001', offset: -1 }],
  ['list_agents', { all: true }],
  ['no_such_tool', {}],
])('%s refuses %o before it asks', async (name, args) => {
  const result = await call(name, args)
  expect(result.isError).toBe(true)
  expect(result.structuredContent).toMatchObject({ error: { message: expect.any(String) as string } })
  expect(textOf(result).length).toBeLessThan(300)
  expect(api.requests).toEqual([])
})
