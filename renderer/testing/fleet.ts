import { usualKind } from '../../main/contract/agents/kinds.ts'
import type { CircleSeatView, FleetView, MachineView } from '../../main/contract/fleet/fleet-views.ts'
import type { PeerAgent } from '../../main/contract/fleet/machines.ts'

/** A remote agent, named like its id. */
export function peer(name: string, more: Partial<PeerAgent> = {}): PeerAgent {
  return {
    id: `agt-${name}`,
    name,
    kind: usualKind,
    role: '',
    look: { hue: 1, shape: 1 },
    status: 'idle',
    needs: null,
    shared: 'ask',
    ...more,
  }
}

/** A machine that is online. */
export function machine(
  name: string,
  agents: readonly PeerAgent[],
  more: Partial<MachineView> = {},
): MachineView {
  return {
    name,
    version: '0.1.0',
    status: 'here',
    lastSeenAt: '2026-11-20T10:00:00.000Z',
    isTwice: false,
    setBackAt: null,
    unreadable: null,
    undelivered: 0,
    unseen: [],
    user: null,
    circles: [],
    agents,
    ...more,
  }
}

/** A fleet with this machine as `cellar`. */
export function fleet(machines: readonly MachineView[], more: Partial<FleetView> = {}): FleetView {
  return {
    machine: 'cellar',
    founder: 'cellar',
    broker: { status: 'connected', why: '' },
    dropped: '',
    machines,
    ...more,
  }
}

/** The user's seat in a gathering of attic. */
export const circleSeat = (more: Partial<CircleSeatView> = {}): CircleSeatView => ({
  circle: 'gat-0000000001@attic',
  topic: 'Which port?',
  by: 'Ann@attic',
  status: 'taken',
  turn: null,
  isPaused: false,
  isSending: false,
  isNew: false,
  now: null,
  ...more,
})
