import { usualKind } from '../../main/contract/agents/kinds.ts'
import type { CircleSeatView, FleetView, MachineView } from '../../main/contract/fleet/fleet-views.ts'
import type { PeerAgent } from '../../main/contract/fleet/machines.ts'

/** An agent that another machine shares, with its name as its id. */
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

/** Another machine, which is here. */
export function machine(
  name: string,
  agents: readonly PeerAgent[],
  more: Partial<MachineView> = {},
): MachineView {
  return {
    name,
    version: '0.1.0',
    stands: 'here',
    heardAt: '2026-11-20T10:00:00.000Z',
    isTwice: false,
    setBackAt: null,
    misread: null,
    onTheWay: 0,
    unseen: [],
    user: null,
    circles: [],
    agents,
    ...more,
  }
}

/** The fleet of a machine that is called cellar. */
export function fleet(machines: readonly MachineView[], more: Partial<FleetView> = {}): FleetView {
  return {
    machine: 'cellar',
    founder: 'cellar',
    broker: { stands: 'connected', why: '' },
    dropped: '',
    machines,
    ...more,
  }
}

/** A seat that attic keeps for the user. */
export const circleSeat = (more: Partial<CircleSeatView> = {}): CircleSeatView => ({
  circle: 'gat-0000000001@attic',
  topic: 'Which port?',
  by: 'Ann@attic',
  stands: 'taken',
  turn: null,
  isPaused: false,
  isOnTheWay: false,
  isNew: false,
  now: null,
  ...more,
})
