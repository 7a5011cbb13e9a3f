import { expect, test } from 'vitest'
import type { CircleSeatView } from '../../main/contract/fleet/fleet-views.ts'
import { openTerminal } from '../testing/terminal.ts'

const circle = 'gat-0000000001@attic'
const turn = { id: 'msg-0000000007', since: '2026-11-28T10:00:00.000Z', until: null } as const
const seat: CircleSeatView = {
  circle,
  topic: 'Which port?\u001b[2J',
  by: 'Ann@attic',
  status: 'taken',
  turn,
  isNew: true,
  isPaused: false,
  isSending: false,
  now: {
    question: 'Which?',
    phase: 'hold',
    round: 1,
    rounds: 2,
    holder: 2,
    yours: 2,
    seats: [
      { number: 1, name: 'Bob@attic', isUser: false, had: true, left: false },
      { number: 2, name: 'Mo@cellar', isUser: true, had: false, left: false },
    ],
    harvester: 'Scribe@attic',
  },
}
const words = [
  {
    id: 'msg-0000000007',
    seq: 7,
    from: 'the gathering on attic',
    number: null,
    text: 'You have the piece.',
    at: '2026-11-28T10:00:00.000Z',
    isTurn: true,
    answer: null,
  },
  {
    id: 'msg-0000000006',
    seq: 6,
    from: 'Bob@attic',
    number: 1,
    text: 'Nine thousand.',
    at: '2026-11-28T09:59:00.000Z',
    isTurn: false,
    answer: null,
  },
]

const terminal = openTerminal()
const asked = () =>
  terminal.api.requests
    .filter(({ url }) => url !== '/api/fleet')
    .map(({ method = '', url = '', body }) => [`${method} ${url}`, body])

function withSeat(one: CircleSeatView | null) {
  terminal.api.otherwise = (_, url) => {
    if (url === '/api/fleet') {
      const machines = [{ name: 'attic', circles: one === null ? [] : [one] }]
      return { status: 200, value: { fleet: { machines } } }
    }
    return { status: 200, value: url.includes('/words') ? { items: words, next: null } : { seat: one } }
  }
}

const at = `/api/fleet/circles/${encodeURIComponent(circle)}`

test('janus circles lists where a seat is kept, and shows what was said there: that counts as a look', async () => {
  withSeat(seat)
  expect(await terminal.prints('circles')).toContain(`You have the piece: janus circles say ${circle} TEXT`)
  expect(await terminal.prints('circles', 'show', circle)).toMatchInlineSnapshot(`
    "Which port?\\u{1b}[2J, convened by Ann@attic
    Which?
    hold 1 of 2: 1 Bob@attic (spoke), 2 Mo@cellar (you, has the piece)

    Bob@attic (1): Nine thousand.
    the gathering on attic: You have the piece.

    You have the piece: janus circles say gat-0000000001@attic TEXT"
  `)
  expect(asked().map(([what]) => what)).toEqual([`GET ${at}/words?limit=50`, `POST ${at}/seen`])
  withSeat(null)
  expect(await terminal.prints('circles')).toBe('No circle of another machine has a seat for you.')
})

test('one sits down, speaks, passes to somebody, keeps the piece, passes without a word, and leaves', async () => {
  withSeat(seat)
  for (const written of [
    ['sit', circle],
    ['say', circle, 'Mine', 'too.'],
    ['say', circle, '-', '--to', 'bob'],
    ['say', circle, 'More.', '--keep'],
    ['pass', circle],
    ['pass', circle, '--to', '1'],
    ['leave', circle],
  ])
    expect(await terminal.janus('circles', ...written)).toBe(0)
  const { id } = turn
  expect(asked()).toEqual([
    [`POST ${at}/seat`, { take: true }],
    [`POST ${at}/say`, { turn: id, text: 'Mine too.' }],
    [`POST ${at}/say`, { turn: id, text: 'from the pipe', to: 1 }],
    [`POST ${at}/say`, { turn: id, text: 'More.', keep: true }],
    [`POST ${at}/say`, { turn: id, text: '' }],
    [`POST ${at}/say`, { turn: id, text: '', to: 1 }],
    [`POST ${at}/seat`, { take: false }],
  ])
})

test('without the piece, to nobody who sits there, in no such circle: nothing is asked', async () => {
  withSeat({ ...seat, turn: null, now: seat.now && { ...seat.now, holder: 1 } })
  expect(await terminal.fails(1, 'circles', 'say', circle, 'Mine.')).toContain(
    'You do not have the piece. Bob@attic has the piece.',
  )
  withSeat(seat)
  expect(await terminal.fails(2, 'circles', 'say', circle, 'Mine.', '--to', 'Eve')).toContain(
    '1 Bob@attic, 2 Mo@cellar',
  )
  expect(await terminal.janus('circles', 'show', 'gat-0000000002@attic')).toBe(1)
  for (const written of [['say', circle], ['show'], ['pass', circle, 'Mine.'], ['burn', circle]])
    expect(await terminal.janus('circles', ...written)).toBe(2)
  expect(asked()).toEqual([])
})
