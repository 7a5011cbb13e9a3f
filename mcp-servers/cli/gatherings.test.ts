import { describe, expect, test } from 'vitest'
import { openTerminal } from '../testing/terminal.ts'

const terminal = openTerminal()

const circle = {
  id: 'gat-1',
  topic: 'Friday\u001b',
  question: 'Ship on Friday?',
  state: 'running',
  phase: 'hold',
  round: 1,
  turns: 9,
  cost: 0.42,
  harvester: 'Scribe',
  paused: null,
  closedBecause: null,
  holder: { name: 'Bob', number: 2, turnId: 'grt-1' },
  participants: [
    { number: 1, name: 'Ann', role: 'looks', isUser: false },
    { number: 2, name: 'Bob', role: '', isUser: false },
    { number: 3, name: 'Mo', role: '', isUser: true },
  ],
  utterances: [],
  harvest: null,
  unfounded: [],
  path: null,
}
const said = { kind: 'said', name: 'Ann', number: 1, phase: 'inhale', round: 1, text: 'Two points.\nI pass.' }

describe('janus gatherings', () => {
  test('lists them', async () => {
    const closed = { ...circle, id: 'gat-0', state: 'closed', holder: null, cost: 0 }
    terminal.api.answers({
      items: [circle, { ...closed, closedBecause: 'every round was spoken' }],
      next: null,
    })
    expect(await terminal.prints('gatherings')).toMatchInlineSnapshot(`
      "GATHERING  TOPIC         STATE            PIECE    MODEL TURNS  COST   WHY
      gat-1      Friday\\u{1b}  running, hold 1  Bob (2)  9            $0.42
      gat-0      Friday\\u{1b}  closed                    9                   every round was spoken"
    `)
    terminal.api.answers({ items: [{ ...circle, cost: 0, topic: `Ship ${'x'.repeat(80)}` }], next: null })
    expect(await terminal.prints('gatherings')).toContain(`Ship ${'x'.repeat(34)}…  `)
    expect(terminal.printed).not.toContain('COST')
    terminal.api.answers({ items: [], next: null })
    expect(await terminal.prints('gatherings')).toContain('janus gatherings convene')
  })

  test('shows one: who sits, what was said, what was harvested; nothing of it steers the terminal', async () => {
    const utterances = [
      { ...said, kind: 'phase', name: 'Janus', number: null, text: 'The inhale begins.' },
      { ...said, text: '\u001b[31mTwo points.\nI pass.' },
      { ...said, name: 'Bob', number: 2, text: null },
      { ...said, kind: 'missed', name: 'Mo', number: 3, text: 'no word in time' },
    ]
    const paused = { why: 'cap', by: 'the cap', at: '' }
    terminal.api.answers({
      ...circle,
      state: 'paused',
      paused,
      utterances,
      harvest: '## Decided',
      unfounded: ['All\u001b'],
      path: '/a/g.md',
    })
    expect(await terminal.prints('gatherings', 'show', 'gat-1')).toMatchInlineSnapshot(`
      "Friday\\u{1b} (gat-1): paused, hold 1. The piece is with Bob (2). Paused by the cap (cap): resume lifts it.

      Ship on Friday?

      1 Ann (looks), 2 Bob, 3 Mo (you); Scribe listens

      — The inhale begins.

      Ann (1), inhale 1:
      \\u{1b}[31mTwo points.
      I pass.

      Bob (2), inhale 1: under seal

      Mo (3), inhale 1, missed:
      no word in time

      ## Decided

      No source in this gathering: All\\u{1b}

      Kept as /a/g.md"
    `)
    terminal.api.answers({ name: 'g.md', markdown: '# Friday\n\n- a' })
    expect(await terminal.prints('gatherings', 'export', 'gat-1')).toBe('# Friday\n\n- a')
    expect(terminal.api.asked).toEqual([['GET /api/gatherings/gat-1'], ['GET /api/gatherings/gat-1/export']])
  })

  test('convenes one', async () => {
    terminal.api.answers(circle)
    const cast = ['--with', 'Ann, Bob', '--harvester', 'Scribe']
    const more = ['--rhythm', 'decide', '--seat', '3']
    expect(await terminal.prints('gatherings', 'convene', 'Friday', '-', ...cast, ...more)).toBe(
      'Friday\\u{1b} (gat-1): running, hold 1. The piece is with Bob (2).',
    )
    expect(await terminal.janus('gatherings', 'convene', 'Friday', 'Ship?', ...cast)).toBe(0)
    const plan = { topic: 'Friday', harvester: { name: 'Scribe' } }
    const participants = [{ name: 'Ann' }, { name: 'Bob' }]
    const idempotencyKey = expect.stringMatching(/^janus-/) as string
    const first = { question: 'from the pipe', rhythm: 'decide', user: { number: 3 } }
    expect(terminal.api.asked).toEqual([
      ['POST /api/gatherings', { ...plan, participants, ...first, idempotencyKey }],
      ['POST /api/gatherings', { ...plan, participants, question: 'Ship?', idempotencyKey }],
    ])
  })

  test('convenes one that decides, and shows how; a choice of the vote steers no terminal', async () => {
    const decision = { by: 'vote', alone: true, options: ['now', 'later\u001b'], outcome: null, ballots: [] }
    terminal.api.answers({ ...circle, decision })
    const cast = ['--with', 'Ann', '--harvester', 'Scribe', '--seat', '2']
    const how = ['--decide', 'vote', '--options', 'now, later', '--alone']
    expect(await terminal.janus('gatherings', 'convene', 'Friday', 'Ship?', ...cast, ...how)).toBe(0)
    const wanted = { decision: { by: 'vote', alone: true, options: ['now', 'later'] } }
    expect(terminal.api.asked).toMatchObject([['POST /api/gatherings', wanted]])
    expect(await terminal.prints('gatherings', 'show', 'gat-1')).toContain(
      'After the exhale a vote: you alone.\n1 now\n2 later\\u{1b}',
    )
    terminal.api.answers({ ...circle, decision: { ...decision, outcome: 'Vote: now (1), decided alone.' } })
    expect(await terminal.prints('gatherings', 'show', 'gat-1')).toContain(
      'Vote: now (1), decided alone.\n1 now',
    )
  })

  test('speaks in one and steers it', async () => {
    terminal.api.answers({ ...circle, state: 'closed', holder: null, closedBecause: 'ended by Mo' })
    for (const argv of [
      ['say', 'gat-1', 'I am', 'awake', '--to', 'Ann'],
      ['note', 'gat-1', '-'],
      ['pass', 'gat-1'],
      ['skip', 'gat-1', '--to', 'Ann'],
      ['pause', 'gat-1'],
      ['close', 'gat/1'],
    ])
      expect(await terminal.prints('gatherings', ...argv)).toBe('Friday\\u{1b} (gat-1): closed. ended by Mo.')
    expect(terminal.api.asked).toEqual([
      ['POST /api/gatherings/gat-1/say', { text: 'I am awake', to: 'Ann' }],
      ['POST /api/gatherings/gat-1/note', { text: 'from the pipe' }],
      ['POST /api/gatherings/gat-1/pass', {}],
      ['POST /api/gatherings/gat-1/skip', { to: 'Ann' }],
      ['POST /api/gatherings/gat-1/pause', {}],
      ['POST /api/gatherings/gat%2F1/close', {}],
    ])
  })

  test('tells that words out of turn are the host’s, and what that does', async () => {
    const paused = { why: 'host', by: 'Mo', at: '' }
    const utterances = [said, { ...said, kind: 'host', name: 'Mo', number: null, text: 'I am awake' }]
    terminal.api.answers({ ...circle, state: 'paused', paused, utterances })
    expect(await terminal.prints('gatherings', 'say', 'gat-1', 'I am awake')).toMatchInlineSnapshot(`
      "It was not your turn, so this was said as host, and the circle is paused now.
      Friday\\u{1b} (gat-1): paused, hold 1. The piece is with Bob (2). Paused by Mo (host): resume lifts it."
    `)
  })

  test.each([
    ['convene', 'Friday'],
    ['convene', 'Friday', 'Ship?'],
    ['convene', 'Friday', 'Ship?', '--with', 'Ann'],
    ['convene', 'Friday', 'Ship?', '--with', ' , ', '--harvester', 'Scribe'],
    ['convene', 'Friday', 'Ship?', '--with', 'Ann', '--harvester', 'Scribe', '--seat', 'first'],
    ['convene', 'Friday', 'Ship?', '--with', 'Ann', '--harvester', 'Scribe', '--options', 'a,b'],
    ['say', 'gat-1'],
    ['show'],
    ['pause', 'gat-1', 'now'],
    ['stop', 'gat-1'],
  ])('is not understood: %s %s %s', async (...argv) => {
    expect(await terminal.fails(2, 'gatherings', ...argv)).toMatch(/See janus gatherings( \w+)? --help\.$/)
    expect(terminal.api.requests).toEqual([])
  })
})
