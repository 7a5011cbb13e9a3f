import { awaitLimit } from '../../contract/api/limits.ts'
import { AskingRate } from './gate.ts'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { ReplyReport, SendResult } from '../../contract/mail/mail-views.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { bytesOf, readAnswer } from '../../testkit/served/raw-http.ts'
import { newToken, serve, serveForTest as start, type Served } from '../../testkit/served/served.ts'

/** Opens a ticket for Bob and returns its id. */
async function ticketOf({ janus }: Served, id: AgentId): Promise<string> {
  const input = { agent: 'Bob', message: 'how far?', expectReply: true }
  return (await janus.ask({ kind: 'agent', id }, 'messages.send', input)).messageId
}

function poll({ server }: Served, token: string, ticket: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${server.url}/api/replies/${ticket}?waitMs=${String(awaitLimit)}`, { headers })
}

/** Like `poll`, over a socket that can be cut. */
function rawPoll({ server }: Served, token: string, ticket: string): Socket {
  const socket = connect({ host: '127.0.0.1', port: server.port })
  const target = `/api/replies/${ticket}?waitMs=${String(awaitLimit)}`
  const headers = [
    ['Host', `127.0.0.1:${String(server.port)}`],
    ['Authorization', `Bearer ${token}`],
  ] as const
  socket.write(bytesOf({ method: 'GET', target, headers }))
  return socket
}

async function answer(served: Served, ticketId: string): Promise<SendResult> {
  const token = newToken(served.identities, served.bob)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ ticketId, payload: 'as far as the ferry' })
  const got = await fetch(`${served.server.url}/api/replies`, { method: 'POST', headers, body })
  expect(got.status).toBe(200)
  return (await got.json()) as SendResult
}

describe('a question that waits for a reply', () => {
  test('is answered when the reply is there', async () => {
    const served = await start()
    const ticket = await ticketOf(served, served.ann)
    const polled = poll(served, newToken(served.identities, served.ann), ticket)
    await served.janus.waiting(1)
    const { messageId } = await answer(served, ticket)
    const report = (await (await polled).json()) as ReplyReport
    expect(report).toMatchObject({ state: 'answered', reply: { messageId, text: 'as far as the ferry' } })
  })

  test('outlives the timeouts for a request to arrive', async () => {
    // Long enough for a request to arrive on a busy machine.
    const limits = { headersTimeout: 1000, requestTimeout: 2000 }
    const served = await start({ limits })
    const token = newToken(served.identities, served.ann)
    const ticket = await ticketOf(served, served.ann)
    const polled = poll(served, token, ticket)
    await served.janus.waiting(1)
    // It starts later and times out, so the poll has outlived the limits as well.
    const slow = connect({ host: '127.0.0.1', port: served.server.port })
    const head = `Host: 127.0.0.1:${String(served.server.port)}\r\nAuthorization: Bearer ${token}`
    slow.write(
      `POST /api/replies HTTP/1.1\r\n${head}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    )
    expect((await readAnswer(slow)).status).toBe(408)
    served.janus.endPolls()
    expect(await (await polled).json()).toMatchObject({ state: 'open', reply: null })
  })

  test('may be aborted before the reply or as it arrives', async () => {
    const served = await start()
    const token = newToken(served.identities, served.ann)
    const ticket = await ticketOf(served, served.ann)
    const left = rawPoll(served, token, ticket)
    const reset = rawPoll(served, token, ticket)
    await served.janus.waiting(2)
    left.destroy()
    reset.resetAndDestroy()
    await answer(served, ticket)
    const again = await poll(served, token, ticket)
    expect(await again.json()).toMatchObject({ state: 'answered' })
    expect(served.log).toEqual([])
  })

  test('reading takes nothing: any number of them get the same', async () => {
    const served = await start()
    const token = newToken(served.identities, served.ann)
    const ticket = await ticketOf(served, served.ann)
    const polls = [1, 2, 3].map(() => poll(served, token, ticket))
    await served.janus.waiting(3)
    await answer(served, ticket)
    const told = await Promise.all(
      [...polls, poll(served, token, ticket)].map(async (got) => (await got).text()),
    )
    expect(new Set(told).size).toBe(1)
  })

  test('ends with the server', async () => {
    const served = await serve()
    const socket = rawPoll(
      served,
      newToken(served.identities, served.ann),
      await ticketOf(served, served.ann),
    )
    socket.resume().on('error', () => {})
    await served.janus.waiting(1)
    const closed = once(socket, 'close')
    await served.close()
    await closed
    served.janus.endPolls()
  })
})

test('240 waiting polls block nobody, and each gets its own reply', async () => {
  const served = await start()
  const askers = [served.ann, ...['Cid', 'Dot', 'Eve'].map((name) => served.janus.add(name))]
  const polls: { readonly ticket: string; readonly polled: Promise<Response> }[] = []
  for (const id of askers) {
    const token = newToken(served.identities, id)
    for (let i = 0; i < 60; i++) {
      const ticket = await ticketOf(served, id)
      polls.push({ ticket, polled: poll(served, token, ticket) })
    }
  }
  await served.janus.waiting(240)
  const headers = { authorization: `Bearer ${served.identities.userToken}` }
  expect((await fetch(`${served.server.url}/api/agents`, { headers })).status).toBe(200)
  for (const { ticket: ticketId } of polls.toReversed()) {
    await served.janus.ask({ kind: 'agent', id: served.bob }, 'replies.send', { ticketId, payload: 'x' })
  }
  for (const { ticket, polled } of polls) {
    expect(await (await polled).json()).toMatchObject({ ticketId: ticket, state: 'answered' })
  }
})

test('an agent has at most 64 waiting polls, which do not block others', async () => {
  const served = await start()
  const token = newToken(served.identities, served.ann)
  const ticket = await ticketOf(served, served.ann)
  const polls = Array.from({ length: 64 }, () => rawPoll(served, token, ticket))
  await served.janus.waiting(64)
  expect((await poll(served, token, ticket)).status).toBe(429)
  await answer(served, ticket)
  for (const socket of polls) expect((await readAnswer(socket)).status).toBe(200)
  expect((await poll(served, token, ticket)).status).toBe(200)
})

test('a question that waits counts once among the 600 of a minute', async () => {
  const served = await start({ rate: new AskingRate(600, () => 1_000_000) })
  const token = newToken(served.identities, served.ann)
  const ticket = await ticketOf(served, served.ann)
  const first = poll(served, token, ticket)
  await served.janus.waiting(1)
  const headers = { authorization: `Bearer ${token}` }
  const statuses: number[] = []
  for (let i = 0; i < 600; i++) {
    statuses.push((await fetch(`${served.server.url}/api/tickets/${ticket}`, { headers })).status)
  }
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([599, 429])
  await answer(served, ticket)
  expect((await first).status).toBe(200)
})
