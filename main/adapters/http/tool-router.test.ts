import { AskingRate } from './gate.ts'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { toolPaths } from '../../contract/api/agents-api.ts'
import type { OwnServer } from '../../contract/agents/tool-calls.ts'
import { having, hostileShapes } from '../../testkit/served/hostile-requests.ts'
import { bytesOf, sendRaw, type RawRequest } from '../../testkit/served/raw-http.ts'
import { newToken, serve, type Served } from '../../testkit/served/served.ts'
import { serveDomain, type ServedDomain } from '../../testkit/served/served-domain.ts'

const clients: Client[] = []

async function client(url: string, token: string, server: OwnServer = 'janus-agents'): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL(url + toolPaths[server]), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  })
  const one = new Client({ name: 'test', version: '1' })
  await one.connect(transport as Transport)
  clients.push(one)
  return one
}

function textOf(result: unknown): string {
  const { content } = result as CallToolResult
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

describe('the tools over HTTP, for the protocol’s own client', () => {
  let domain: ServedDomain
  let ann: Client
  beforeEach(async () => {
    domain = await serveDomain(['Ann', 'Bob'])
    ann = await client(domain.url, domain.token('Ann'))
  })
  afterEach(async () => {
    for (const one of clients.splice(0)) await one.close()
    await domain.close()
  })

  const send = (by: Client, words: string, more: object = {}, callId?: string) =>
    by.callTool({
      name: 'send_to_agent',
      arguments: { target: 'Bob', message: words, ...more },
      ...(callId === undefined ? {} : { _meta: { callId } }),
    })

  test('both servers list all their tools', async () => {
    const { tools } = await ann.listTools()
    expect(tools.map(({ name }) => name)).toContain('send_to_agent')
    expect(tools.length).toBe(21)
    const history = await client(domain.url, domain.token('Ann'), 'janus-history')
    expect((await history.listTools()).tools.map(({ name }) => name)).toEqual([
      'search_history',
      'read_thread',
    ])
  })

  test('a call is the agent’s whose token was sent', async () => {
    const sent = await send(ann, 'hello')
    expect(sent.structuredContent).toMatchObject({ accepted: true })
    const [message] = domain.janus.engine.state.agents.get(domain.id('Bob'))?.mailbox ?? []
    expect(message).toMatchObject({ fromName: 'Ann', body: 'hello' })
    const listed = await ann.callTool({ name: 'list_agents', arguments: {} })
    expect(textOf(listed)).toContain('Bob')
  })

  test('the same call again does nothing more, by either name that programs give it', async () => {
    const first = await send(ann, 'hello', {}, 'c1')
    expect((await send(ann, 'hello', {}, 'c1')).structuredContent).toEqual(first.structuredContent)
    const named = { name: 'send_to_agent', arguments: { target: 'Bob', message: 'again' } }
    const meta = { _meta: { 'theirs/id': 'toolu_1' } }
    await ann.callTool({ ...named, ...meta })
    await ann.callTool({ ...named, ...meta })
    expect(domain.janus.engine.state.agents.get(domain.id('Bob'))?.mailbox.length).toBe(2)
  })

  test('errors are explained: unknown agent, argument, tool', async () => {
    const nobody = await ann.callTool({ name: 'send_to_agent', arguments: { target: 'Zed', message: 'x' } })
    expect([nobody.isError, textOf(nobody)]).toEqual([true, expect.stringContaining('There are: Ann, Bob.')])
    const odd = await ann.callTool({ name: 'send_to_agent', arguments: { target: 'Bob', words: 'x' } })
    expect([odd.isError, textOf(odd)]).toEqual([true, expect.stringContaining('message')])
    const none = await ann.callTool({ name: 'sing', arguments: {} })
    expect([none.isError, textOf(none)]).toEqual([true, expect.stringContaining('There is no tool')])
  })

  test('a token that is wrong, revoked or replaced is refused at once, with words', async () => {
    await expect(client(domain.url, 'x'.repeat(43))).rejects.toThrow(/401|This needs a token/)
    const old = domain.token('Ann')
    await domain.renew('Ann')
    await expect(send(ann, 'late')).rejects.toThrow(/This needs a token/)
    expect(await (await client(domain.url, domain.token('Ann'))).listTools()).toBeTruthy()
    expect(old).not.toBe(domain.token('Ann'))
  })

  test('the user’s own token is refused with a hint', async () => {
    await expect(client(domain.url, domain.token('user'))).rejects.toThrow(/send the token of a tab/)
  })

  test('a reply that is waited for comes as the call’s result', async () => {
    const waiting = send(ann, 'which port?', { await_seconds: 50 })
    const ticket = await domain.ticketOf('Ann')
    const bob = await client(domain.url, domain.token('Bob'))
    await bob.callTool({ name: 'reply_to_agent', arguments: { message_id: ticket, message: '9223' } })
    expect((await waiting).structuredContent).toMatchObject({ reply: { text: '9223' } })
  })

  test('a call whose client is gone waits no more, and the reply comes as a message', async () => {
    const leaving = await client(domain.url, domain.token('Ann'))
    void send(leaving, 'which port?', { await_seconds: 50 }).catch(() => undefined)
    await domain.ticketOf('Ann')
    const ended = domain.awaitsOver('Ann')
    await leaving.close()
    await ended
    expect(domain.janus.engine.state.agents.get(domain.id('Ann'))?.awaits).toEqual([])
  })
})

describe('a hostile request to the tools', () => {
  let served: Served
  let token: string
  beforeEach(async () => {
    served = await serve()
    token = newToken(served.identities, served.ann)
  })
  afterEach(() => served.close())

  const good = (target: string): RawRequest => ({
    method: 'POST',
    target,
    headers: [
      ['Host', `127.0.0.1:${String(served.server.port)}`],
      ['Authorization', `Bearer ${token}`],
      ['Content-Type', 'application/json'],
      ['Accept', 'application/json, text/event-stream'],
    ],
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_agents","arguments":{}}}',
  })

  test.each(Object.values(toolPaths))('%s answers a good one, and refuses each shape', async (target) => {
    const { status, headers } = await sendRaw(served.server.port, bytesOf(good(target)))
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json'])
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
      'no-store',
      'nosniff',
    ])
    for (const shape of hostileShapes) {
      const before = served.janus.asked.length
      const answer = await sendRaw(served.server.port, shape.make(good(target), served.server.port))
      expect.soft(answer.status, shape.name).toBe(shape.expect)
      expect.soft(served.janus.asked.slice(before), shape.name).toEqual([])
      expect.soft(answer.body, shape.name).not.toMatch(new RegExp(`${token}|node_modules`))
    }
    expect(served.log.join('\n')).not.toContain(token)
  })

  test.each([
    ['nothing of the protocol', '{"method":"tools/list"}', 400],
    ['an older protocol', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}', 400],
    ['no method', '{"jsonrpc":"2.0","id":1}', 400],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"tools/list"}]', 400],
  ])('%s is no message', async (_, body, status) => {
    const answer = await sendRaw(served.server.port, bytesOf({ ...good('/mcp/agents'), body }))
    expect([answer.status, served.janus.asked]).toEqual([status, []])
  })

  test('other paths are 404, or 401 without a token', async () => {
    for (const target of ['/mcp', '/mcp/', '/mcp/other', '/mcp/agents/x']) {
      expect((await sendRaw(served.server.port, bytesOf(good(target)))).status).toBe(404)
      const without = having(good(target), 'Authorization', null)
      expect((await sendRaw(served.server.port, bytesOf(without))).status).toBe(401)
    }
    const read = { ...having(good('/mcp/agents'), 'Content-Type', null), method: 'GET' }
    delete (read as { body?: unknown }).body
    const { status, headers } = await sendRaw(served.server.port, bytesOf(read))
    expect([status, headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('counts toward its agent’s shared rate', async () => {
    await served.close()
    served = await serve({ rate: new AskingRate(2, () => 1_000_000) })
    token = newToken(served.identities, served.ann)
    const listed = await fetch(`${served.server.url}/api/agents`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const statuses = [listed.status]
    for (const target of Object.values(toolPaths))
      statuses.push((await sendRaw(served.server.port, bytesOf(good(target)))).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  test('lone surrogates are replaced', async () => {
    const call = { name: 'send_to_agent', arguments: { target: 'Bob', message: 'a\ud800b' } }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call })
    await sendRaw(served.server.port, bytesOf({ ...good('/mcp/agents'), body }))
    expect(served.janus.asked.at(-1)?.input).toMatchObject({ message: 'a\ufffdb' })
  })

  test.each([
    [{ name: 'list_agents', arguments: null }, {}],
    [
      {
        name: 'send_to_agent',
        arguments: { target: '@Bob', message: 'x', priority: '', reply_to: null, expect_reply: 'true' },
      },
      { agent: 'Bob', message: 'x', expectReply: true },
    ],
  ])('reads the call %j as its model means it', async (params, asked) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    await sendRaw(served.server.port, bytesOf({ ...good('/mcp/agents'), body }))
    const { idempotencyKey, awaitBeginMs, ...input } = (served.janus.asked[0]?.input ?? {}) as Record<
      string,
      unknown
    >
    void [idempotencyKey, awaitBeginMs]
    expect(input).toEqual(asked)
  })

  test('a client that is cut off in the middle of its request harms nothing', async () => {
    const socket = connect({ host: '127.0.0.1', port: served.server.port })
    const bytes = bytesOf(good('/mcp/agents'))
    socket.write(bytes.subarray(0, bytes.length - 20))
    socket.resetAndDestroy()
    expect((await sendRaw(served.server.port, bytes)).status).toBe(200)
    expect(served.log).toEqual([])
  })
})
