import type { FleetDone } from '../../main/contract/fleet/fleet-views.ts'
import { circleSeat } from './make-fleet.ts'

const done: FleetDone = {
  file: '/home/mo/barn.json',
  next: [
    '/home/mo/barn.json lets one house into this fleet, as barn. It is a secret.',
    'There: Settings → Fleet → Join a fleet, with the full path of that file; or: janus fleet join FILE',
  ],
}

/** What is answered about the fleet. */
export const fleetAnswers = {
  'fleet.get': () => ({ fleet: null, from: null, server: null }),
  'fleet.found': () => done,
  'fleet.invite': () => done,
  'fleet.join': () => done,
  'fleet.remove': () => done,
  'fleet.seen': () => ({ seen: true as const }),
  'seats.decide': () => ({ seat: null }),
  'circles.decide': () => ({ seat: null }),
  'circles.words': () => ({ items: [], next: null }),
  'circles.say': () => ({ seat: circleSeat() }),
  'circles.seen': () => ({ seen: true as const }),
  'peers.seen': () => ({ seen: true as const }),
  'messages.written': () => ({ items: [], next: null }),
}
