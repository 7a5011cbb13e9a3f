import { describe, expect, test } from 'vitest'
import { openDesk, textOf } from '../testing/tool-desk.ts'

const desk = openDesk()

const sent = [
  { to: 'Bob', delivered: true, state: 'written', messageId: 'msg-0000000001' },
  { to: 'Cat', delivered: false, state: null, messageId: null, reason: 'The mailbox of Cat is full.' },
]

describe('send_to_agent to many', () => {
  test('asks once for all, and tells who has it and who refused', async () => {
    desk.api.answers({ sent })
    const result = await desk.call('send_to_agent', { target: 'All', message: 'hello' }, 'toolu_1')
    expect(desk.api.asked).toEqual([
      ['POST /api/groups/All/message', { message: 'hello', idempotencyKey: 'call-toolu_1' }],
    ])
    expect(result.structuredContent).toEqual({
      accepted: true,
      to: [
        { name: 'Bob', state: 'delivered', message_id: 'msg-0000000001' },
        { name: 'Cat', reason: 'The mailbox of Cat is full.' },
      ],
      hint: 'You asked for no replies, so none may come. Go on or end your turn.',
    })
    expect(textOf(result)).toContain('- Cat: not sent (The mailbox of Cat is full.)')
  })

  test('goes to a group where Janus says that the name is one', async () => {
    const error = { code: 'is_group', message: '"Crew" is a group.' }
    desk.api.otherwise = (_, url) =>
      url.startsWith('/api/groups/') ? { status: 200, value: { sent } } : { status: 409, value: { error } }
    const result = await desk.call('send_to_agent', { target: 'Crew', message: 'hello', expect_reply: true })
    expect(desk.api.requests.map(({ url }) => url)).toEqual([
      '/api/agents/Crew/message',
      '/api/groups/Crew/message',
    ])
    expect(result.structuredContent?.['hint']).toContain('Each reply comes to you as a message.')
  })

  test.each([{ await_seconds: 5 }, { reply_to: 'msg-0000000001' }, { link: 'converse' }])(
    'refuses %j, which is for one receiver',
    async (wish) => {
      const result = await desk.call('send_to_agent', { target: 'all', message: 'x', ...wish })
      expect(result.isError).toBe(true)
      expect(textOf(result)).toContain('works with one receiver only')
      expect(desk.api.requests).toEqual([])
    },
  )
})

test('list_agents names the groups', async () => {
  desk.api.groups = [{ name: 'Crew', members: [{ id: 'agt-bob0000000', name: 'Bob' }] }]
  const result = await desk.call('list_agents', {})
  expect(result.structuredContent?.['groups']).toEqual([{ name: 'Crew', members: ['Bob'] }])
  expect(textOf(result)).toContain('Groups, to write to in the same way:\n- Crew: Bob')
})

describe('open_tab', () => {
  test('says that the user decides, or that it is open', async () => {
    desk.api.answers({ state: 'proposed', id: 'tab-0000000001', agent: null })
    const wish = { name: 'Diver', effort: 'high', colour: 'iris', shape: 8, first_message: 'Look below.' }
    const result = await desk.call('open_tab', wish, 'toolu_2')
    expect(desk.api.asked[0]).toEqual([
      'POST /api/tabs',
      {
        name: 'Diver',
        effort: 'high',
        colour: 'iris',
        shape: 8,
        firstMessage: 'Look below.',
        idempotencyKey: 'call-toolu_2',
      },
    ])
    expect(result.structuredContent).toEqual({
      state: 'proposed',
      hint: 'Your user decides about "Diver"; the decision comes to you as a message. Go on or end your turn; do not propose it again.',
    })
    desk.api.answers({ state: 'open', id: 'tab-', agent: { name: 'Diver' } })
    const opened = await desk.call('open_tab', { name: 'Diver' })
    expect(opened.structuredContent).toMatchObject({ state: 'open', name: 'Diver' })
  })
})
