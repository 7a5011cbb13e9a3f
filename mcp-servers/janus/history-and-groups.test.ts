import { describe, expect, test } from 'vitest'
import { openEach } from '../testing/open-each.ts'
import { Terminal } from './terminal.ts'

const terminal = openEach(new Terminal())

const answers = (value: unknown) => void (terminal.api.otherwise = () => ({ status: 200, value }))
const at = '2026-01-01T00:00:00.000Z'

test('janus search finds, narrowed by its flags, and lets nothing steer the terminal', async () => {
  const hit = {
    agent: 'Ann',
    n: 4,
    kind: 'peer',
    from: 'Bob',
    message: 'msg-1',
    at,
    text: 'lit\u001b[2J',
    found: [],
  }
  answers({ items: [hit], next: null })
  expect(
    await terminal.janus('search', 'quay', 'lit', '--agent', 'Ann', '--by', 'Bob', '--after', '2026-01-01'),
  ).toBe(0)
  expect(terminal.api.requests[0]?.url).toBe(
    '/api/history?q=quay%20lit&agent=Ann&author=Bob&after=2026-01-01&limit=20',
  )
  expect(terminal.printed).toBe(`${at}  Bob in Ann  msg-1\n  lit\\u{1b}[2J`)
  expect(await terminal.janus('search')).toBe(2)
})

test('janus thread shows an exchange in order', async () => {
  const message = { id: 'msg-1', from: 'Ann', to: 'Bob', message: 'Lit?\nNow?', acceptedAt: at }
  answers({ thread: 'msg-1', messages: [message], next: null })
  expect(await terminal.janus('thread', 'msg-1')).toBe(0)
  expect(terminal.api.requests[0]?.url).toBe('/api/threads/msg-1?limit=100')
  expect(terminal.printed).toBe(`${at}  Ann to Bob  msg-1\n  Lit?\n  Now?`)
})

describe('janus groups', () => {
  test('lists, makes, changes, deletes, and writes to one', async () => {
    answers([{ name: 'Crew', members: [{ name: 'Ann' }, { name: 'Bob' }] }])
    expect(await terminal.janus('groups')).toBe(0)
    expect(terminal.printed).toBe('GROUP  AGENTS\nCrew   Ann, Bob')
    await terminal.janus('groups', 'make', 'Crew', 'Ann, Bob')
    await terminal.janus('groups', 'change', 'Crew', 'Ann')
    await terminal.janus('groups', 'delete', 'Crew')
    answers({ sent: [{ to: 'Ann', delivered: true, state: 'queued', messageId: 'msg-1' }] })
    await terminal.janus('groups', 'send', 'all', 'The', 'ferry', 'is', 'late')
    expect(terminal.api.requests.slice(1).map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/api/groups', { name: 'Crew', members: ['Ann', 'Bob'] }],
      ['PATCH', '/api/groups/Crew', { members: ['Ann'] }],
      ['DELETE', '/api/groups/Crew', null],
      [
        ...['POST', '/api/groups/all/message'],
        { message: 'The ferry is late', idempotencyKey: expect.stringMatching(/^janus-/) as string },
      ],
    ])
    expect(terminal.printed).toBe('AGENT  MESSAGE\nAnn    waits, is read as soon as it can')
    expect(await terminal.janus('groups', 'make', 'Crew')).toBe(2)
  })
})

test('janus new takes colour and shape', async () => {
  answers({ name: 'Diver', kind: 'claude', program: null, cwd: '/' })
  expect(await terminal.janus('new', 'Diver', '--colour', 'iris', '--shape', '8')).toBe(0)
  expect(terminal.api.requests[0]?.body).toMatchObject({ name: 'Diver', colour: 'iris', shape: 8 })
})
