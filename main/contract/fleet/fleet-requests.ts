import { z } from 'zod'
import type { GatheringId } from '../gatherings/gatherings.ts'
import { utteranceLimit } from '../api/limits.ts'
import type { MessageId } from '../api/model.ts'
import { cursor, limit, path, ref } from '../api/shapes.ts'

const machine = z.string().min(1).max(24)
const circle = z
  .string()
  .regex(/^gat-[0-9a-z]{10}@[a-z][a-z0-9-]{0,23}$/u, 'as "gat-…@machine"')
  .transform((one) => one as GatheringId)

/** For the user only. */
export const fleetRequests = {
  /**
   * `fleet` null: this machine is in no fleet. `from`: its machine name after the next start; `server`: on
   * the founder's machine, the command that starts the fleet's server.
   */
  'fleet.get': z.strictObject({}),
  /**
   * Founds a fleet with this machine as `name`. `address`: HOST:PORT where all machines reach its server.
   * `listen`: the local address to listen on, or `all`; required if `address` is not an address of this
   * machine.
   */
  'fleet.found': z.strictObject({
    name: machine,
    address: z.string().min(1).max(300),
    listen: z.string().min(1).max(64).optional(),
  }),
  /**
   * Writes an invitation for a machine to `out`, an absolute path that does not exist yet. Founder's machine
   * only.
   */
  'fleet.invite': z.strictObject({ name: machine, out: path }),
  /** `file`: an invitation. */
  'fleet.join': z.strictObject({ file: path }),
  /** Founder's machine only. */
  'fleet.remove': z.strictObject({ name: machine }),
  /** Dismisses the warning that a machine was set back. */
  'fleet.seen': z.strictObject({ name: machine }),
  /** The user's messages to an agent, also of another machine, with their states, newest first. */
  'messages.written': z.strictObject({ agent: ref, limit: limit.optional(), cursor: cursor.optional() }),
  /** Accepts (`take`) or ends an agent's seat in another machine's circle. */
  'seats.decide': z.strictObject({ agent: ref, take: z.boolean() }),
  /** Takes or leaves the user's own seat in another machine's circle. */
  'circles.decide': z.strictObject({ circle, take: z.boolean() }),
  /** Newest first. */
  'circles.words': z.strictObject({ circle, limit: limit.optional(), cursor: cursor.optional() }),
  /**
   * The user speaks in their `turn` with the piece; an empty text keeps silence. `keep`: they keep the piece;
   * `to`: number of the seat that gets it next.
   */
  'circles.say': z.strictObject({
    circle,
    turn: z
      .string()
      .regex(/^msg-[0-9a-z]{10}$/u, 'as "msg-…"')
      .transform((one) => one as MessageId),
    text: z.string().max(utteranceLimit),
    keep: z.boolean().optional(),
    to: z.int().min(1).max(999).optional(),
  }),
  /** Marks the circle's texts and the turn as seen. */
  'circles.seen': z.strictObject({ circle }),
  /** Marks the results of the user's messages to a remote agent as seen. */
  'peers.seen': z.strictObject({ agent: ref }),
} as const
