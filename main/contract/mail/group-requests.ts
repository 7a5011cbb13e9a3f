import { z } from 'zod'
import { agentWords, key, ref } from '../api/shapes.ts'

const members = z.array(ref).min(1).max(200)
const name = z.string().max(400)

/** What can be asked about groups, and about messages to many. */
export const groupRequests = {
  'groups.list': z.strictObject({}),
  'groups.make': z.strictObject({ name, members }),
  'groups.change': z.strictObject({ group: ref, name: name.optional(), members: members.optional() }),
  'groups.delete': z.strictObject({ group: ref }),
  /** One message for each agent of a group, or (`all`) for each with an open tab; not for the sender itself. */
  'messages.spread': z.strictObject({ group: ref, ...agentWords, idempotencyKey: key.optional() }),
} as const
