import type { MachineView } from '../../main/contract/fleet/fleet-views.ts'
import type { PeerAgent } from '../../main/contract/fleet/machines.ts'
import { machine as anyMachine, peer as anyPeer } from '../testing/fleet.ts'
import { ago } from './still.ts'

/** ISO time this many minutes before the gallery's moment. */
export const isoAgo = (count: number): string => new Date(ago(count)).toISOString()

/** `order` gives the agent's id and look. */
export const peer = (order: number, name: string, more: Partial<PeerAgent> = {}): PeerAgent =>
  anyPeer(name, {
    id: `agt-${String(order).padStart(10, '0')}`,
    look: { hue: (order % 8) + 1, shape: (order % 8) + 1 },
    ...more,
  })

export const machine = (
  name: string,
  agents: readonly PeerAgent[],
  more: Partial<MachineView> = {},
): MachineView => anyMachine(name, agents, { lastSeenAt: isoAgo(0), ...more })

export const bob = peer(2, 'Bob', { role: 'keeps the docs in step', status: 'working' })

/** An online, a silent and a restored machine. */
export const machines: readonly MachineView[] = [
  machine('attic', [
    bob,
    peer(6, 'Ann', { kind: 'codex', needs: 'permission', status: 'working', shared: 'open' }),
    peer(4, 'night shift', { status: 'asleep', role: 'looks at what failed over night' }),
  ]),
  machine('barn', [peer(3, 'Bea', { role: 'runs the long tests' })], {
    status: 'silent',
    lastSeenAt: isoAgo(38),
    undelivered: 2,
    version: '0.0.9',
    unreadable: { by: 'them', what: 'link' },
  }),
  machine('gate', [], {
    status: 'unheard',
    lastSeenAt: null,
    setBackAt: isoAgo(95),
    version: '',
    undelivered: 1,
  }),
]
