import { describe, expect, test } from 'vitest'
import { openTerminal } from '../testing/terminal.ts'

const terminal = openTerminal()

describe('janus send', () => {
  test('joins the words, and says what became of it', async () => {
    expect(await terminal.prints('send', 'Bob', 'run', 'the tests')).toBe('Bob has it.')
    expect([...terminal.api.messages.values()]).toMatchObject([{ to: 'Bob', message: 'run the tests' }])
    terminal.api.answerSend = {
      delivered: true,
      state: 'queued',
      position: 2,
      reason: 'works',
      renamed: 'Rob',
    }
    expect(await terminal.prints('send', 'Bob', '-')).toBe(
      'It waits for Rob, at place 2 (works): Rob reads it as soon as it can. Bob is called Rob now.',
    )
    expect([...terminal.api.messages.values()].at(-1)).toMatchObject({ message: 'from the pipe' })
    terminal.api.answerSend = { delivered: true, state: 'held', reason: 'loop' }
    expect(await terminal.prints('send', 'Bob', '--', '--not a flag')).toContain('held for Bob (loop)')
  })

  test('takes files along, also without words', async () => {
    expect(await terminal.janus('send', 'Bob', 'Look', '--attach', 'a.png', '--attach', '/own/b.txt')).toBe(0)
    expect(await terminal.janus('send', 'Bob', '--attach', '/own/c.png')).toBe(0)
    const sent = terminal.api.requests.map(({ body }) => body)
    expect(sent).toMatchObject([
      {
        message: 'Look',
        attachments: [{ path: expect.stringMatching(/^\/.*\/a\.png$/) }, { path: '/own/b.txt' }],
      },
      { message: '', attachments: [{ path: '/own/c.png' }] },
    ])
    expect(await terminal.janus('agents', '--attach', 'a.png')).toBe(2)
  })

  test('is sent once, when the connection breaks too', async () => {
    let cuts = 1
    terminal.api.at = (step, cut) => {
      if (step === 'committed' && cuts-- > 0) cut()
    }
    expect(await terminal.janus('send', 'Bob', 'hello')).toBe(0)
    expect(terminal.api.messages.size).toBe(1)
  })

  test('names the agents there are', async () => {
    expect(await terminal.fails(1, 'send', 'Nobody', 'hello')).toBe(
      'janus: No agent has that name. There are: Ann, Bob.',
    )
    expect(await terminal.janus('send', 'Nobody', 'hello', '--json')).toBe(1)
    expect(JSON.parse(terminal.complained)).toMatchObject({
      error: { code: 'unknown_agent', available: ['Ann', 'Bob'] },
    })
    expect(terminal.printed).toBe('')
  })
})

describe('janus send, and a reply', () => {
  const report = { ticketId: 'msg-0000000001', state: 'open', reply: null, reason: '' }
  const reply = { messageId: null, text: 'It is\u001b 42.\nYes.', implicit: false, at: '', metadata: {} }
  /** Answers to the requests after the send, in order. */
  const answers = (...reports: object[]): void => {
    terminal.api.otherwise = (method, url) =>
      method === 'GET' && url.startsWith('/api/replies/') ? { status: 200, value: reports.shift() } : null
  }

  test('asks for one, with a priority, and says how to see it', async () => {
    terminal.api.answerSend = { delivered: true, state: 'written', ticketId: 'msg-0000000001' }
    expect(await terminal.prints('send', 'Bob', 'well?', '--priority', 'urgent', '--expect-reply')).toBe(
      'Bob has it.\nIts reply: janus reply msg-0000000001',
    )
    expect(terminal.api.requests[0]?.body).toMatchObject({
      message: 'well?',
      priority: 'urgent',
      expectReply: true,
    })
  })

  test('waits for it, and prints its words alone', async () => {
    answers({ ...report, state: 'answered', reply })
    expect(await terminal.prints('send', 'Bob', 'well?', '--wait', '90')).toBe('It is\\u{1b} 42.\nYes.')
    expect(terminal.api.requests.map(({ url }) => url)).toEqual([
      '/api/agents/Bob/message',
      '/api/replies/msg-0000000001?waitMs=50000',
    ])
    answers({ ...report, state: 'answered', reply })
    expect(await terminal.janus('send', 'Bob', 'well?', '--wait', '0.5', '--json')).toBe(0)
    expect(JSON.parse(terminal.printed)).toMatchObject({ state: 'answered', reply: { text: reply.text } })
    expect(terminal.api.requests.at(-1)?.url).toMatch(/\?waitMs=(500|49\d|4[0-8]\d)$/)
  })

  test('says that none came, and ends with 4', async () => {
    answers(report, { ...report, state: 'expired', reason: 'a day old' }, report)
    expect(await terminal.fails(4, 'send', 'Bob', 'well?', '--wait', '1')).toBe(
      'janus: No reply within 1 s. It may still come: janus reply msg-0000000001',
    )
    expect(await terminal.fails(4, 'send', 'Bob', 'well?', '--wait', '1')).toBe(
      'janus: No reply will come (a day old): the question has ended expired.',
    )
    expect(await terminal.janus('send', 'Bob', 'well?', '--wait', '600', '--json')).toBe(4)
    expect(JSON.parse(terminal.printed)).toEqual(report)
  })
})
