import { describe, expect, test } from 'vitest'
import { openTerminal } from '../testing/terminal.ts'

const terminal = openTerminal()
const at = '2026-01-01T00:00:00.000Z'
const local = '2026-01-01 05:30:00'

test('janus search finds, narrowed by its flags, and lets nothing steer the terminal', async () => {
  const result = {
    agent: 'Ann',
    circle: null,
    n: 4,
    kind: 'peer',
    from: 'Bob',
    message: 'msg-1',
    at,
    text: 'lit\u001b[2J',
    found: [],
    call: '',
  }
  terminal.api.answers({ items: [result], next: null })
  expect(
    await terminal.janus('search', 'quay', 'lit', '--agent', 'Ann', '--by', 'Bob', '--after', '2026-01-01'),
  ).toBe(0)
  expect(terminal.api.requests[0]?.url).toBe(
    '/api/history?q=quay%20lit&agent=Ann&author=Bob&after=2025-12-31T18%3A30%3A00.000Z&limit=20',
  )
  expect(terminal.printed).toBe(`${local}  Bob in Ann  msg-1\n  lit\\u{1b}[2J`)
  expect(await terminal.janus('search')).toBe(2)
  const circle = { id: 'gat-0000000001@attic', topic: 'Which port?\u001b', machine: 'attic' }
  terminal.api.answers({ items: [{ ...result, agent: 'user', circle }], next: null })
  expect(await terminal.prints('search', 'lit')).toContain('Bob in Which port?\\u{1b} · attic')
})

test('janus search reads filters among the words, and pages', async () => {
  const result = {
    agent: 'Ann',
    circle: null,
    n: 4,
    kind: 'tool',
    from: 'Ann',
    message: null,
    at,
    text: '{}',
    found: [],
  }
  terminal.api.answers({ items: [{ ...result, call: 'Read src/quay.js' }], next: 40 })
  const typed = ['quay', 'from:Agent 2', 'in:Ann', 'before:2026-01-01', '--of', 'work', '--cursor', '20']
  expect(await terminal.janus('search', ...typed)).toBe(0)
  expect(terminal.api.requests[0]?.url).toBe(
    '/api/history?q=quay&of=work&agent=Ann&author=Agent%202&before=2025-12-31T18%3A30%3A00.000Z&limit=20&cursor=20',
  )
  expect(terminal.printed).toContain('Ann\n  Read src/quay.js\n  {}')
  expect(terminal.complained).toContain('There is more: --cursor 40')
  await terminal.janus('search', 'quay after:2h')
  const after = new URL(`http://x${terminal.api.requests[1]?.url ?? ''}`).searchParams.get('after') ?? ''
  expect(Date.now() - Date.parse(after)).toBeGreaterThanOrEqual(7_200_000)
  expect([
    await terminal.janus('search', 'from:Ann'),
    await terminal.janus('search', 'x', 'after:soon'),
  ]).toEqual([2, 2])
})

test('janus thread shows an exchange in order', async () => {
  const message = { id: 'msg-1', from: 'Ann', to: 'Bob', message: 'Lit?\nNow?', acceptedAt: at }
  terminal.api.answers({ thread: 'msg-1', messages: [message], next: null })
  expect(await terminal.janus('thread', 'msg-1')).toBe(0)
  expect(terminal.api.requests[0]?.url).toBe('/api/threads/msg-1?limit=100')
  expect(terminal.printed).toBe(`${local}  Ann to Bob  msg-1\n  Lit?\n  Now?`)
})

describe('janus groups', () => {
  test('lists, makes, changes, deletes, and writes to one', async () => {
    terminal.api.answers([{ name: 'Crew', members: [{ name: 'Ann' }, { name: 'Bob' }] }])
    expect(await terminal.prints('groups')).toBe('GROUP  AGENTS\nCrew   Ann, Bob')
    await terminal.janus('groups', 'make', 'Crew', 'Ann, Bob')
    await terminal.janus('groups', 'change', 'Crew', 'Ann')
    await terminal.janus('groups', 'delete', 'Crew')
    terminal.api.answers({ sent: [{ to: 'Ann', delivered: true, state: 'queued', messageId: 'msg-1' }] })
    await terminal.janus('groups', 'send', 'all', 'The', 'ferry', 'is', 'late')
    expect(terminal.api.asked.slice(1)).toEqual([
      ['POST /api/groups', { name: 'Crew', members: ['Ann', 'Bob'] }],
      ['PATCH /api/groups/Crew', { members: ['Ann'] }],
      ['DELETE /api/groups/Crew'],
      [
        'POST /api/groups/all/message',
        { message: 'The ferry is late', idempotencyKey: expect.stringMatching(/^janus-/) as string },
      ],
    ])
    expect(terminal.printed).toBe('AGENT  MESSAGE\nAnn    waits, is read as soon as it can')
    expect(await terminal.janus('groups', 'make', 'Crew')).toBe(2)
  })
})

test('janus new takes colour and shape', async () => {
  terminal.api.answers({ name: 'Diver', kind: 'claude', program: null, cwd: '/' })
  expect(await terminal.janus('new', 'Diver', '--colour', 'iris', '--shape', '8')).toBe(0)
  expect(terminal.api.requests[0]?.body).toMatchObject({ name: 'Diver', colour: 'iris', shape: 8 })
})
