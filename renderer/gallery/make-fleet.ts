import { usualKind } from '../../main/contract/agents/kinds.ts'
import type { CircleSeatView, FleetView, HouseView } from '../../main/contract/fleet/fleet-views.ts'
import type { PeerAgent } from '../../main/contract/fleet/houses.ts'
import type { AgentId } from '../../main/contract/api/model.ts'
import { ago } from './still.ts'

/** So many minutes before the moment of the gallery, as a house's times are told. */
export const isoAgo = (count: number): string => new Date(ago(count)).toISOString()

/** An agent of another house: its place there gives its id and its look. */
export function peer(order: number, name: string, more: Partial<PeerAgent> = {}): PeerAgent {
  return {
    id: `agt-${String(order).padStart(10, '0')}` satisfies AgentId,
    name,
    kind: usualKind,
    role: '',
    look: { hue: (order % 8) + 1, shape: (order % 8) + 1 },
    status: 'idle',
    needs: null,
    shared: 'ask',
    ...more,
  }
}

/** Another house, which is here, with changes. */
export function house(name: string, agents: readonly PeerAgent[], more: Partial<HouseView> = {}): HouseView {
  return {
    name,
    version: '0.1.0',
    stands: 'here',
    heardAt: isoAgo(0),
    isTwice: false,
    setBackAt: null,
    misread: null,
    onTheWay: 0,
    unseen: [],
    person: null,
    circles: [],
    agents,
    ...more,
  }
}

/** The fleet of a house that is called cellar, with changes. */
export function fleet(houses: readonly HouseView[], more: Partial<FleetView> = {}): FleetView {
  return {
    house: 'cellar',
    founder: 'cellar',
    carrier: { stands: 'connected', why: '' },
    dropped: '',
    houses,
    ...more,
  }
}

/** An agent of the attic. */
export const bob = peer(2, 'Bob', { role: 'keeps the docs in step', status: 'working' })

/** One house that is here, one that is silent, one that was set back and not heard yet. */
export const houses: readonly HouseView[] = [
  house('attic', [
    bob,
    peer(6, 'Ann', { kind: 'codex', needs: 'permission', status: 'working', shared: 'open' }),
    peer(4, 'night shift', { status: 'asleep', role: 'looks at what failed over night' }),
  ]),
  house('barn', [peer(3, 'Bea', { role: 'runs the long tests' })], {
    stands: 'silent',
    heardAt: isoAgo(38),
    onTheWay: 2,
    version: '0.0.9',
    misread: { by: 'them', what: 'link' },
  }),
  house('gate', [], { stands: 'unheard', heardAt: null, setBackAt: isoAgo(95), version: '', onTheWay: 1 }),
]

/** A seat that attic keeps for the person. */
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
