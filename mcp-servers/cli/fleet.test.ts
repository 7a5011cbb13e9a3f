import { expect, test } from 'vitest'
import type { FleetView } from '../../main/contract/fleet/fleet-views.ts'
import { openTerminal } from '../testing/terminal.ts'

const terminal = openTerminal()

const fleet: FleetView = {
  machine: 'attic',
  founder: 'attic',
  broker: { status: 'connecting', why: 'attic.local:4222 has not answered since 14:02.' },
  dropped: '',
  machines: [
    {
      name: 'barn',
      version: '0.1.0',
      status: 'silent',
      lastSeenAt: '2026-11-26T14:02:00.120Z',
      isTwice: false,
      setBackAt: null,
      unreadable: null,
      unseen: [],
      user: null,
      circles: [],
      undelivered: 2,
      agents: [
        {
          id: 'agt-1',
          name: 'Bob\u001b[2J',
          kind: 'claude',
          role: '',
          look: { hue: 1, shape: 1 },
          status: 'idle',
          needs: null,
          shared: 'ask',
        },
      ],
    },
  ],
}

test('janus fleet shows how this machine stands among the others', async () => {
  terminal.api.answers({ fleet })
  expect(await terminal.prints('fleet')).toMatchInlineSnapshot(`
    "This machine is attic, connecting: attic.local:4222 has not answered since 14:02.
    MACHINE  STATE    HEARD                VERSION  WAITING  AGENTS
    barn     offline  2026-11-26 19:32:00  0.1.0    2        Bob\\u{1b}[2J"
  `)
  const twice = fleet.machines.map((one) => ({ ...one, status: 'here', isTwice: true }))
  terminal.api.answers({ fleet: { ...fleet, machines: twice } })
  expect(await terminal.prints('fleet')).toContain('online, runs twice')
  terminal.api.answers({ fleet: null })
  expect(await terminal.prints('fleet')).toContain('in no fleet')
  expect(terminal.printed).toContain('takes effect at its next start')
  expect(terminal.api.urls).toEqual(Array.from({ length: 3 }, () => 'GET /api/fleet'))
})

test('janus fleet founds, invites, joins and removes, and says what to do next', async () => {
  terminal.api.answers({ file: '/f', next: ['Do this.', '  and this'] })
  expect(
    await terminal.janus(
      'fleet',
      'new',
      '--name',
      'attic',
      '--address',
      'attic.local:4222',
      '--listen',
      'all',
    ),
  ).toBe(0)
  expect(terminal.printed).toContain('Do this.\n  and this')
  expect(await terminal.janus('fleet', 'invite', 'barn', '--out', 'barn.json')).toBe(0)
  expect(await terminal.janus('fleet', 'join', 'barn.json')).toBe(0)
  expect(await terminal.janus('fleet', 'remove', 'barn')).toBe(0)
  expect(terminal.api.urls).toEqual([
    'POST /api/fleet',
    'POST /api/fleet/machines',
    'POST /api/fleet/join',
    'DELETE /api/fleet/machines/barn',
  ])
})

test('how it is written is said where it is not', async () => {
  for (const written of [['new'], ['invite', 'barn'], ['join'], ['remove'], ['burn'], ['join', 'a', 'b']])
    expect(await terminal.janus('fleet', ...written)).toBe(2)
  expect(terminal.api.urls).toEqual([])
})
