import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HandlerReport, TrialReport, MessageReport } from '../../contract/api/reports.ts'
import { serveDomain, type ServedDomain } from '../../testkit/served/served-domain.ts'
import { expectRefused } from '../testing/expect-refused.ts'

/** The clock is stopped, so no process reads anything. */
let served: ServedDomain
beforeAll(async () => {
  served = await serveDomain(['Ann', 'Bob', 'Cat'])
})
afterAll(() => served.close())

const call: ServedDomain['call'] = (...request) => served.call(...request)
const make = async (whom: string, fields: object) => {
  const told = await call('user', 'POST', `/agents/${whom}/handlers`, { name: 'Rule', ...fields })
  expect(told).toMatchObject({ status: 200 })
  return told.body as HandlerReport
}
const refusal = async (fields: object, whom = 'Bob') => {
  const told = await call('user', 'POST', `/agents/${whom}/handlers`, { name: 'Rule', ...fields })
  const { message = '' } = (told.body as { error?: { message: string } }).error ?? {}
  return [told.status, told.code, message] as const
}
const away = { then: { kind: 'respond', text: 'Bob is away.' } } as const
const send = async (from: string, whom: string, fields: object) => {
  const { body } = await call(from, 'POST', `/agents/${whom}/message`, fields)
  return body as { messageId: string; state: string; reason?: string; delivered: boolean }
}
const messageOf = async (id: string, who = 'user') =>
  (await call(who, 'GET', `/messages/${id}`)).body as MessageReport

test('made, listed, changed, put in order and removed by the user', async () => {
  const one = await make('Ann', { ...away, when: { from: ['bob', 'CAT'], priorities: ['high'] } })
  expect(one).toMatchObject({ on: false, place: 0, did: 0, lastAt: null })
  expect(one.when.from).toEqual([
    { id: served.ids.get('Bob'), name: 'Bob' },
    { id: served.ids.get('Cat'), name: 'Cat' },
  ])
  expect(one.words).toBe('When a high message from Bob or Cat arrives, answer “Bob is away.”')
  const two = await make('Ann', { then: { kind: 'hold' }, on: true })
  const path = `/agents/Ann/handlers/${two.id}`
  const changed = await call('user', 'PATCH', path, {
    place: 0,
    name: 'Hold it',
    when: { question: 'yes' },
  })
  expect(changed.body).toMatchObject({ name: 'Hold it', place: 0, on: true, when: { question: 'yes' } })
  const list = async () =>
    (await call('user', 'GET', '/agents/Ann/handlers')).body as readonly HandlerReport[]
  expect((await list()).map(({ name }) => name)).toEqual(['Hold it', 'Rule'])
  expect(await call('user', 'DELETE', path)).toMatchObject({ status: 200, body: { removed: true } })
  expect(await call('user', 'DELETE', path)).toMatchObject({ status: 404 })
  expect((await list()).map(({ name }) => name)).toEqual(['Rule'])
})

describe('what an agent may not', () => {
  test('make, see, try, change or remove a handler, nor hand anything over', async () => {
    const rule = await make('Ann', { ...away, on: false })
    const before = await call('user', 'GET', '/agents/Ann/handlers')
    for (const who of ['Ann', 'Bob'])
      for (const [method, path, body] of [
        ['GET', '/agents/Ann/handlers', undefined],
        ['POST', '/agents/Ann/handlers', { name: 'Mine', ...away }],
        ['POST', '/agents/Ann/handlers/try', away],
        ['PATCH', `/agents/Ann/handlers/${rule.id}`, { on: true }],
        ['DELETE', `/agents/Ann/handlers/${rule.id}`, undefined],
        ['POST', '/messages/msg-0000000000/deliver-anyway', {}],
      ] as const)
        expect(await call(who, method, path, body)).toMatchObject({ status: 403, code: 'not_allowed' })
    expect((await call('user', 'GET', '/agents/Ann/handlers')).body).toEqual(before.body)
  })

  test('and what a handler asks is answered in the window alone', async () => {
    const input = { agent: 'Ann', id: 'hdl-0000000000', message: 'msg-0000000000', decision: 'yes' } as const
    await expectRefused(served.janus.as({ kind: 'api' }, 'handlers.answer', input), 'not_allowed')
  })
})

describe('what is refused, and why', () => {
  test.each([
    ['nobody', { ...away, when: { from: ['Nobody'] } }, 404, 'unknown_agent', /There are: Ann, Bob, Cat/],
    ['no sender', { ...away, when: { from: [] } }, 400, 'bad_request', /"when.from" must have at least 1/],
    ['itself', { ...away, when: { from: ['Bob'] } }, 400, 'bad_request', /No agent writes to itself/],
    ['no act', {}, 400, 'bad_request', /then/],
    ['no name', { name: ' ', ...away }, 400, 'bad_request', /a handler needs a name/],
    ['no words', { ...away, when: { words: { which: 'any', texts: [] } } }, 400, 'bad_request', /word/],
    [
      'an empty word',
      { ...away, when: { words: { which: 'any', texts: [' '] } } },
      400,
      'bad_request',
      /empty/,
    ],
    ['an empty answer', { then: { kind: 'respond', text: ' ' } }, 400, 'bad_request', /answer is not empty/],
    [
      'a giant answer',
      { then: { kind: 'respond', text: 'x'.repeat(16_385) } },
      400,
      'bad_request',
      /at most 16384 characters/,
    ],
    ['too many bytes', { then: { kind: 'respond', text: 'é'.repeat(9_000) } }, 413, 'too_large', /16 KiB/],
    ['a file outside', { then: { kind: 'respond', file: '../x' } }, 400, 'bad_request', /inside the agent/],
    [
      'a full path',
      { then: { kind: 'respond', file: '/etc/passwd' } },
      400,
      'bad_request',
      /inside the agent/,
    ],
    ['a hidden file', { then: { kind: 'respond', file: '.env' } }, 400, 'bad_request', /Hidden files/],
    ['no command', { then: { kind: 'command', command: 'compact' } }, 400, 'bad_request', /slash command/],
    ['an unknown field', { ...away, regex: '.*' }, 400, 'bad_request', /regex/],
  ] as const)('%s', async (_, fields, status, code, words) => {
    const [is, of, message] = await refusal(fields)
    expect([is, of]).toEqual([status, code])
    expect(message).toMatch(words)
  })

  test('about a deleted agent, and the 51st', async () => {
    await served.add('Dan')
    const id = served.ids.get('Dan') ?? ''
    const rule = await make('Bob', { ...away, when: { from: ['Dan'] }, on: true })
    await call('user', 'DELETE', '/agents/Dan?forever=true')
    expect((await refusal({ ...away, when: { from: [id] } }))[1]).toBe('unknown_agent')
    const told = await call('user', 'GET', '/agents/Bob/handlers')
    expect(told.body).toMatchObject([{ id: rule.id, on: false, when: { from: [] } }])
    const path = `/agents/Bob/handlers/${rule.id}`
    expect(await call('user', 'PATCH', path, { on: true })).toMatchObject({
      status: 409,
      code: 'wrong_state',
    })
    for (let n = 1; n < 50; n++) await make('Bob', away)
    const [status, code, message] = await refusal(away)
    expect([status, code]).toEqual([429, 'too_many'])
    expect(message).toContain('at most 50 handlers')
  })
})

test('what a sender is told, the reply, and the message that is handed over', async () => {
  await make('Cat', {
    name: 'Away',
    when: { question: 'yes' },
    then: { kind: 'respond', text: 'Later.' },
    on: true,
  })
  const asked = await send('Ann', 'Cat', { message: 'Is it done?', expectReply: true })
  expect(asked).toMatchObject({ delivered: true, state: 'answered' })
  expect(asked.reason).toBe('answered by a rule of its user; the agent has not read it')
  const reply = await call('Ann', 'GET', `/replies/${asked.messageId}`)
  expect(reply.body).toMatchObject({
    state: 'answered',
    reply: { text: 'Later.', implicit: false, byRule: true },
  })
  const { messageId } = (reply.body as { reply: { messageId: string } }).reply
  expect(await messageOf(messageId, 'Ann')).toMatchObject({ from: 'Cat', byRule: true, handled: null })
  expect(await messageOf(asked.messageId, 'Ann')).toMatchObject({ handled: null })
  expect(await messageOf(asked.messageId)).toMatchObject({
    handled: { name: 'Away', action: { kind: 'answered', words: 'Later.' }, handedOverAt: null },
  })
  const given = await call('user', 'POST', `/messages/${asked.messageId}/deliver-anyway`, {})
  expect(given).toMatchObject({ status: 200, body: { state: 'queued' } })
  const again = await call('user', 'POST', `/messages/${asked.messageId}/deliver-anyway`, {})
  expect(again).toMatchObject({ status: 409, code: 'wrong_state' })
  const plain = await send('Ann', 'Cat', { message: 'I only tell.' })
  expect(plain.state).toBe('queued')
  expect(await call('user', 'POST', `/messages/${plain.messageId}/deliver-anyway`, {})).toMatchObject({
    status: 409,
  })
})

test('a call that waits for its reply is given that of a handler', async () => {
  const told = await call('Bob', 'POST', '/agents/Cat/message', { message: 'And now?', awaitMs: 1000 })
  expect(told.body).toMatchObject({ state: 'answered', reply: { text: 'Later.' } })
})

describe('tried on the last messages', () => {
  const tryOut = async (fields: object) => {
    const told = await call('user', 'POST', '/agents/Ann/handlers/try', fields)
    return told.body as TrialReport
  }

  test('which it would have met, newest first, and what it would have done; nothing is changed', async () => {
    const first = await send('Bob', 'Ann', {
      message: 'Shall we deploy?',
      expectReply: true,
      priority: 'high',
    })
    const second = await send('Cat', 'Ann', { message: 'The DEPLOY is done.' })
    await send('Cat', 'Ann', { message: 'Good night.' })
    await call('user', 'POST', '/agents/Ann/message', { message: 'Deploy it.' })
    const when = { words: { which: 'any', texts: ['deploy'] }, doing: ['asleep'] }
    const trial = await tryOut({ when, then: { kind: 'priority', to: 'low' } })
    expect(trial).toMatchObject({ withoutDoing: true, problem: '' })
    expect(trial.matches.map(({ message, would }) => [message, would])).toEqual([
      [second.messageId, 'is made low instead of normal'],
      [first.messageId, 'is made normal instead of high'],
    ])
    expect(await messageOf(second.messageId)).toMatchObject({ priority: 'normal', handled: null })
  })

  test('a file is read as it is now, and a rule that comes first is named', async () => {
    await make('Ann', { name: 'Cats', when: { from: ['Cat'] }, then: { kind: 'notify' }, on: true })
    const missing = await tryOut({ then: { kind: 'respond', file: 'status.md' } })
    expect(missing.problem).toBe('status.md is not there.')
    served.janus.answerFiles.files.set(`${served.folder}/status.md`, 'All well.')
    const { problem, matches } = await tryOut({ then: { kind: 'respond', file: 'status.md' } })
    expect(problem).toBe('')
    expect(matches[0]).toMatchObject({ before: 'Cats', would: 'is answered “All well.”, and not read' })
  })
})

test('no copy of an agent has its handlers, and a closed one keeps them', async () => {
  const copy = await served.janus.window('agents.duplicate', { agent: 'Cat' })
  expect(await served.janus.window('handlers.list', { agent: copy.id })).toEqual([])
  await call('user', 'DELETE', '/agents/Cat')
  await served.janus.window('agents.reopen', { agent: 'Cat' })
  expect(await served.janus.window('handlers.list', { agent: 'Cat' })).toHaveLength(1)
})
