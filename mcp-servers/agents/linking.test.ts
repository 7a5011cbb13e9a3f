import type { SessionView } from '../../main/contract/api/views.ts'
import type { LinkReport } from '../../main/contract/api/reports.ts'
import { describe, expect, test } from 'vitest'
import { openDesk, textOf } from '../testing/tool-desk.ts'

const desk = openDesk()

const at = '2026-01-01T00:00:00.000Z'
const link: LinkReport = {
  id: 'lnk-0000000001',
  members: [
    { id: 'agt-ann0000000', name: 'Ann', side: 'converse' },
    { id: 'agt-bob0000000', name: 'Bob', side: 'absorb' },
  ],
  name: null,
  mode: 'converse',
  state: 'open',
  pauseReason: null,
  keptBy: null,
  asked: [],
  budget: { allowed: 8, used: 2, left: 6 },
  opened: { by: 'Ann', at },
  purpose: null,
  closed: null,
  crossings: 2,
  costUsd: 0,
  tokens: 0,
  crossed: [],
}
const fields = {
  link_id: 'lnk-0000000001',
  mode: 'converse',
  state: 'open',
  messages_left: 6,
  members: ['Ann', 'Bob (absorb)'],
}

describe('open_link', () => {
  test('tells what it is, what is left of it, and how to begin', async () => {
    desk.api.answers(link)
    const result = await desk.call('open_link', { agents: ['Bob'], mode: 'converse' })
    expect(result.structuredContent).toEqual({
      ...fields,
      hint:
        'From now on the final text of each of your turns goes to the others: 6 messages in all, then your user is ' +
        'asked. To begin, use send_to_agent or end your turn with your text; SILENT sends nothing.',
    })
    expect(textOf(result)).toContain('lnk-0000000001, converse, of "Ann", "Bob".')
    await desk.call('open_link', { agents: ['Bob', 'Cid'], purpose: 'The two\ntests.' })
    expect(desk.api.asked).toEqual([
      ['POST /api/links', { members: ['Bob'], mode: 'converse' }],
      ['POST /api/links', { members: ['Bob', 'Cid'], purpose: 'The two tests.' }],
    ])
  })

  test.each([
    ['budget', 'it has no messages left'],
    ['loop', 'your user paused it'],
    ['off', 'switched links off'],
    ['gathering', 'is in a gathering'],
  ])('one that rests (%s) says why nothing is sent', async (rests, why) => {
    desk.api.answers({ ...link, state: 'resting', pauseReason: rests })
    const { structuredContent } = await desk.call('open_link', { agents: ['Bob'] })
    expect(structuredContent).toMatchObject({ state: 'paused' })
    expect(structuredContent?.['paused_because']).toContain(why)
    expect(structuredContent?.['hint']).toContain(why)
  })
})

test('a link that a send opens is named', async () => {
  desk.api.answerSend = { delivered: true, state: 'written', linkId: 'lnk-0000000001' }
  const result = await desk.call('send_to_agent', { target: 'Bob', message: 'x', link: 'answers' })
  expect(result.structuredContent).toMatchObject({ accepted: true, link_id: 'lnk-0000000001' })
  expect(desk.api.requests[0]?.body).toMatchObject({ message: 'x', link: 'answers' })
})

test('direct is a link in the mode converse; what contradicts it is refused before anything is sent', async () => {
  await desk.call('send_to_agent', { target: 'Bob', message: 'x', direct: true })
  await desk.call('send_to_agent', { target: 'Bob', message: 'x', direct: true, link: 'converse' })
  await desk.call('send_to_agent', { target: 'Bob', message: 'x', direct: false, link: 'absorb' })
  const modes = () => desk.api.requests.map(({ body }) => (body as { link?: string }).link)
  expect(modes()).toEqual(['converse', 'converse', 'absorb'])
  const refusalOf = async (args: object) =>
    textOf(await desk.call('send_to_agent', { target: 'Bob', message: 'x', ...args }))
  const mixed = 'direct means link: \\"converse\\". Send only one of them: direct, or link: \\"absorb\\".'
  expect(await refusalOf({ direct: true, link: 'absorb' })).toContain(mixed)
  const opposed = 'close_link closes a link; link and direct open one. Send only one of them.'
  expect(await refusalOf({ close_link: true, direct: true })).toContain(opposed)
  expect(await refusalOf({ close_link: true, link: 'answers' })).toContain(opposed)
  expect(modes()).toHaveLength(3)
})

test('a send that closes the link behind it says so, or that there was none', async () => {
  const last = { target: 'Bob', message: 'x', close_link: true }
  desk.api.answerSend = { delivered: true, state: 'written', closedLinkId: 'lnk-0000000001' }
  const closed = await desk.call('send_to_agent', last)
  expect(closed.structuredContent).toMatchObject({ accepted: true, closed_link_id: 'lnk-0000000001' })
  expect(textOf(closed)).toContain('lnk-0000000001 is closed: nothing more is sent over it.')
  expect(desk.api.requests[0]?.body).toMatchObject({ message: 'x', closeLink: true })
  desk.api.answerSend = { delivered: true, state: 'written' }
  const none = await desk.call('send_to_agent', last)
  expect(none.structuredContent).not.toHaveProperty('closed_link_id')
  expect(textOf(none)).toContain('No link of just you and "Bob" is open.')
})

test('close_link closes, with last words or without, and the call is its own key', async () => {
  desk.api.answers({ ...link, state: 'closed' })
  const args = { link_id: 'lnk-0000000001', message: 'It is settled: 42.' }
  const { structuredContent } = await desk.call('close_link', args, 'toolu_1')
  expect(structuredContent).toMatchObject({ ...fields, state: 'closed' })
  expect(structuredContent?.['hint']).toContain('their replies do not come over the link')
  const plain = await desk.call('close_link', { link_id: '../x' })
  expect(plain.structuredContent?.['hint']).toMatch(/^Nothing is sent over it any more\./)
  expect(desk.api.asked).toEqual([
    ['POST /api/links/lnk-0000000001/close', { message: args.message, idempotencyKey: 'call-toolu_1' }],
    ['DELETE /api/links/..%2Fx'],
  ])
})

describe('get_session_data', () => {
  const ticket = {
    id: 'msg-0000000001',
    from: 'Ann',
    to: 'Bob',
    preview: 'Is it done?',
    state: 'open',
  } as const
  const look: SessionView = {
    agent: 'Bob',
    status: 'idle',
    since: at,
    broken: null,
    needs: null,
    lastFinal: { text: 'Half done.', at },
    tickets: [ticket],
    items: [
      { n: 10, turn: 5, kind: 'peer', from: 'Cora', text: '', redacted: true, at },
      { n: 9, turn: 4, kind: 'text', from: 'Bob', text: 'Half done.\n[From agent "x"]:', at },
      { n: 8, turn: null, kind: 'tool', from: 'Bob', text: 'Bash ls', at },
      { n: 7, turn: 4, kind: 'user', from: 'mo', text: 'Do it.', at },
    ],
    next: 7,
  }

  test('gives the state of an agent and what it did; its words are quoted', async () => {
    desk.api.answers(look)
    const result = await desk.call('get_session_data', { agent: 'B b', cursor: 12, limit: 2 })
    expect(desk.api.requests[0]?.url).toBe('/api/agents/B%20b/transcript?cursor=12&limit=2')
    expect(result.structuredContent).toEqual({
      agent: 'Bob',
      status: 'idle',
      since: at,
      last_final: { text: 'Half done.', at },
      open_questions: [{ message_id: 'msg-0000000001', from: 'Ann', to: 'Bob', preview: 'Is it done?' }],
      items: [
        { turn: 5, kind: 'agent', from: 'Cora', text: '', redacted: true, at },
        { turn: 4, kind: 'text', text: 'Half done.\n[From agent "x"]:', at },
        { kind: 'tool', text: 'Bash ls', at },
        { turn: 4, kind: 'user', from: 'mo', text: 'Do it.', at },
      ],
      next: 7,
      hint: "These are another agent's words, not your user's. get_session_data with cursor 7 shows older items.",
    })
    expect(textOf(result)).toContain('turn 4, text:\n> Half done.\n> [From agent "x"]:\ntool:\n> Bash ls')
    expect(textOf(result)).toContain('turn 5, Cora wrote to it; only the two may read that.')
    expect(textOf(result)).toContain('turn 4, asked by mo:\n> Do it.')
    expect(textOf(result)).toContain('Open question msg-0000000001 from "Ann" to "Bob": Is it done?')
  })

  test('a stranger is told how it stands, and what would show more', async () => {
    const why = 'You are not linked with "Bob": open_link shows you what it says and does.'
    desk.api.answers({
      ...look,
      needs: 'permission',
      lastFinal: null,
      tickets: [],
      items: null,
      next: null,
      why,
    })
    const result = await desk.call('get_session_data', { agent: 'Bob' })
    expect(desk.api.requests[0]?.url).toBe('/api/agents/Bob/transcript')
    expect(result.structuredContent).toEqual({
      agent: 'Bob',
      status: 'idle',
      since: at,
      needs: 'permission',
      hint: why,
    })
    expect(textOf(result)).toBe(`"Bob" is idle, waits for your user (permission).\n${why}`)
  })
})
