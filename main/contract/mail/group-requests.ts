import { z } from 'zod'
import { agentWords, key, ref, row } from '../api/shapes.ts'

const members = z.array(ref).min(1).max(200)
const name = z.string().max(400)

/** What can be asked about groups, and about messages to many. */
export const groupRequests = {
  'groups.list': row(z.strictObject({}), 'window', 'api', 'agent'),
  'groups.make': row(z.strictObject({ name, members }), 'window', 'api'),
  'groups.change': row(
    z.strictObject({ group: ref, name: name.optional(), members: members.optional() }),
    'window',
    'api',
  ),
  'groups.delete': row(z.strictObject({ group: ref }), 'window', 'api'),
  /** One message for each agent of a group, or (`all`) for each with an open tab; not for the sender itself. */
  'messages.spread': row(
    z.strictObject({ group: ref, ...agentWords, idempotencyKey: key.optional() }),
    'window',
    'api',
    'agent',
  ),
} as const
