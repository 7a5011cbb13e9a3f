import type { FleetActs } from '../../ports/transport.ts'

const done = (file: string) => Promise.resolve({ file, next: ['Start Janus again.'] })

/** Reports success for every fleet action, and writes nothing. */
export const memoryFleetActs: FleetActs = {
  server: () => null,
  machine: () => 'attic',
  found: () => done('/state/fleet/fleet.json'),
  invite: ({ out }) => done(out),
  join: () => done('/state/fleet/fleet.json'),
  remove: () => done('/state/fleet/server/nats-server.conf'),
}
