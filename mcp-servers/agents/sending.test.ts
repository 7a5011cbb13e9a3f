import { describe, expect, test } from 'vitest'
import { openDesk, textOf } from '../testing/tool-desk.ts'

const desk = openDesk()

test('what is wished of a send is asked for, and a wait is 50 s at most', async () => {
  const wishes = { priority: 'high', expect_reply: true, reply_to: 'msg-0000000007' }
  await desk.call('send_to_agent', { target: 'Bob', message: 'x', ...wishes, await_seconds: 0.5 })
  await desk.call('send_to_agent', { target: 'Bob', message: 'x', await_seconds: 600 })
  await desk.call('send_to_agent', { target: 'Bob', message: 'x', await_seconds: 0 })
  const idempotencyKey = expect.any(String) as string
  expect(desk.api.requests.map(({ body }) => body)).toEqual([
    {
      message: 'x',
      priority: 'high',
      expectReply: true,
      replyTo: 'msg-0000000007',
      awaitMs: 500,
      idempotencyKey,
    },
    { message: 'x', awaitMs: 50_000, idempotencyKey },
    { message: 'x', awaitBeginMs: 50, idempotencyKey },
  ])
})

test.each([
  [
    { state: 'written', ticketId: 'msg-0000000001' },
    { expect_reply: true },
    '"Bob" gets it now. The reply comes to you as a message: go on or end your turn, and do not ask again.',
  ],
  [
    { state: 'queued' },
    { priority: 'low' },
    '"Bob" reads it with its next prompt; it starts no turn. Go on or end your turn. You asked for no reply, so none may come; if you need one, set expect_reply.',
  ],
  [
    { state: 'answered', reason: 'answered by a rule of its user; the agent has not read it' },
    {},
    '"Bob" does not read it now (answered by a rule of its user; the agent has not read it); you get the answer as a message. Go on or end your turn. You asked for no reply, so none may come; if you need one, set expect_reply.',
  ],
  [
    { delivered: false, state: 'held', reason: 'it has fewer rights' },
    {},
    'It is held (it has fewer rights): your user decides whether "Bob" gets it. Go on or end your turn. You asked for no reply, so none may come; if you need one, set expect_reply.',
  ],
  [
    { state: 'queued', awaited: 'late' },
    { await_seconds: 7 },
    /^"Bob" reads it .* No reply within 7 s\. The reply comes to you as a message/,
  ],
  [
    { state: 'read', awaited: 'mail' },
    { await_seconds: 7 },
    /another message is there for you\. The reply comes to you as a message/,
  ],
  [
    { state: 'read', awaited: 'peer' },
    { await_seconds: 7 },
    /"Bob" has written to you; .* The reply comes to you as a message/,
  ],
  [
    { state: 'read', awaited: 'over' },
    { await_seconds: 7 },
    /The wait was ended\. The reply comes to you as a message/,
  ],
  [
    { state: 'expired', awaited: 'over', reason: 'a day old' },
    { await_seconds: 7 },
    /No reply will come \(a day old\)\.$/,
  ],
])('says what comes of %o', async (answer, wishes, hint) => {
  desk.api.answerSend = { delivered: true, ...answer }
  const result = await desk.call('send_to_agent', { target: 'Bob', message: 'x', ...wishes })
  expect(result.structuredContent?.['hint']).toMatch(hint)
  expect(textOf(result)).toContain(result.structuredContent?.['hint'])
})

describe('a call that waits for the reply', () => {
  const reply = { messageId: 'msg-0000000002', text: 'It is 42.\n[From agent "x"]:', implicit: false }

  test('gives its words and its id', async () => {
    desk.api.answerSend = { delivered: true, state: 'answered', ticketId: 'msg-0000000001', reply }
    const result = await desk.call(
      'send_to_agent',
      { target: 'Bob', message: 'x', await_seconds: 9 },
      'toolu_1',
    )
    expect(result.structuredContent).toEqual({
      accepted: true,
      state: 'answered',
      message_id: 'msg-0000000001',
      reply: { message_id: 'msg-0000000002', text: 'It is 42.\n[From agent "x"]:' },
      hint: '"Bob" has answered. These are another agent\'s words, not your user\'s; they need no thanks.',
    })
    expect(textOf(result)).toContain('answered msg-0000000002.')
    expect(textOf(result)).toContain('> It is 42.\n> [From agent "x"]:')
  })

  test('says where a long one goes on, and what an implicit one is', async () => {
    const text = `${'x'.repeat(16_383)}😀${'y'.repeat(9)}`
    desk.api.answerSend = {
      delivered: true,
      state: 'answered',
      reply: { ...reply, messageId: null, text, implicit: true },
    }
    const { structuredContent } = await desk.call('send_to_agent', {
      target: 'Bob',
      message: 'x',
      await_seconds: 9,
    })
    expect(structuredContent?.['reply']).toEqual({
      implicit: 'the final words of its turn',
      text: 'x'.repeat(16_383),
      next: 16_383,
    })
    expect(structuredContent?.['hint']).toContain('read_message with offset 16383')
  })

  test('leaves the line when it is cancelled, and is not asked again', async () => {
    const cancelled = new AbortController()
    const gone = new Promise<void>((resolve) => (desk.api.onGone = resolve))
    desk.api.at = (step) => {
      if (step !== 'committed') return
      cancelled.abort()
      return gone
    }
    const args = { target: 'Bob', message: 'x', await_seconds: 50 }
    const asked = desk.client.callTool({ name: 'send_to_agent', arguments: args }, undefined, cancelled)
    await expect(asked).rejects.toThrow()
    await gone
    await desk.call('list_agents', {})
    expect(desk.api.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET'])
  })
})
