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

/** What can be asked about the fleet, by the user only. */
export const fleetRequests = {
  /**
   * How this machine stands among the others; null: it is in no fleet. `from`: as which machine it is from its next start on;
   * `server`: the command that starts the fleet's server, on the machine that has founded it.
   */
  'fleet.get': z.strictObject({}),
  /**
   * Founds a fleet with this machine, as `name`; `address`: where all machines will reach its server, HOST:PORT; `listen`: on
   * which address of its machine that listens, or `all`. It is needed where `address` is no address of this machine.
   */
  'fleet.found': z.strictObject({
    name: machine,
    address: z.string().min(1).max(300),
    listen: z.string().min(1).max(64).optional(),
  }),
  /** Adds a machine: what lets it in is written to `out`, a full path where nothing lies. In the founder's machine only. */
  'fleet.invite': z.strictObject({ name: machine, out: path }),
  /** Enters a fleet by an invitation, a file. */
  'fleet.join': z.strictObject({ file: path }),
  /** Takes a machine out, in the founder's machine only. */
  'fleet.remove': z.strictObject({ name: machine }),
  /** The user has seen that a machine was set back. */
  'fleet.seen': z.strictObject({ name: machine }),
  /** What the user has written to an agent, of another machine for one, and what became of it, newest first. */
  'messages.written': z.strictObject({ agent: ref, limit: limit.optional(), cursor: cursor.optional() }),
  /** The user lets an agent sit in a circle of another machine (`take`), or takes it out. */
  'seats.decide': z.strictObject({ agent: ref, take: z.boolean() }),
  /** The user takes the seat that another machine keeps for them in its circle, or leaves it (`take` false). */
  'circles.decide': z.strictObject({ circle, take: z.boolean() }),
  /** What was said in such a circle, newest first. */
  'circles.words': z.strictObject({ circle, limit: limit.optional(), cursor: cursor.optional() }),
  /**
   * The user has the piece there, and speaks: `turn` as told, empty words keep silence. `keep`: it stays with them for
   * more; `to`: it goes to the seat with that number.
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
  /** The user has seen what was said there, and that they have the piece. */
  'circles.seen': z.strictObject({ circle }),
  /** The user has seen what came of their words to an agent of another machine. */
  'peers.seen': z.strictObject({ agent: ref }),
} as const
