import { z } from 'zod'
import { cursor, limit, path, ref, row } from './shapes.ts'

const house = z.string().min(1).max(24)

/** What can be asked about the fleet, by the person only; rows of the one table in `requests.ts`. */
export const fleetRequests = {
  /**
   * How this house stands among the others; null: it is in no fleet. `from`: as which house it is from its next start on;
   * `server`: the command that starts the fleet's server, in the house that has founded it.
   */
  'fleet.get': row(z.strictObject({}), 'window', 'api'),
  /** Founds a fleet with this house, as `name`; `address`: where all houses will reach its server, HOST:PORT. */
  'fleet.found': row(z.strictObject({ name: house, address: z.string().min(1).max(300) }), 'window', 'api'),
  /** Adds a house: what lets it in is written to `out`, a full path where nothing lies. In the founder's house only. */
  'fleet.invite': row(z.strictObject({ name: house, out: path }), 'window', 'api'),
  /** Enters a fleet by an invitation, a file. */
  'fleet.join': row(z.strictObject({ file: path }), 'window', 'api'),
  /** Takes a house out, in the founder's house only. */
  'fleet.remove': row(z.strictObject({ name: house }), 'window', 'api'),
  /** The person has seen that a house was set back. */
  'fleet.seen': row(z.strictObject({ name: house }), 'window'),
  /** What the person has written to an agent, of another house for one, and what became of it, newest first. */
  'messages.written': row(
    z.strictObject({ agent: ref, limit: limit.optional(), cursor: cursor.optional() }),
    'window',
    'api',
  ),
  /** The person lets an agent sit in a circle of another house (`take`), or takes it out. */
  'seats.decide': row(z.strictObject({ agent: ref, take: z.boolean() }), 'window', 'api'),
  /** The person has seen what came of their words to an agent of another house. */
  'peers.seen': row(z.strictObject({ agent: ref }), 'window'),
} as const
