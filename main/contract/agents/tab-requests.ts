import { z } from 'zod'
import { kindFields } from './kind-shapes.ts'
import { permissionMode } from '../app/settings.ts'
import { colour, effort, key, line, modelId, path, ref, shape, text } from '../api/shapes.ts'

const name = z.string().max(400)
const role = line(200)

/** What can be asked about tabs that agents want. */
export const tabRequests = {
  /** Opened within the limit that the person has set, else proposed to them; the proposer is told by a message. */
  'tabs.propose': z.strictObject({
    name,
    ...kindFields,
    /** A line, or the name of one of the person's roles. */
    role: role.optional(),
    /** The proposer's folder, without it. */
    cwd: path.optional(),
    model: modelId.optional(),
    effort: effort.optional(),
    colour: colour.optional(),
    shape: shape.optional(),
    firstMessage: text.optional(),
    /** In a working copy of its own. */
    worktree: z.boolean().optional(),
    idempotencyKey: key.optional(),
  }),
  /** The person's word: `open`, as it was wished or changed, or `refuse`, perhaps saying why. */
  'tabs.decide': z.strictObject({
    id: ref,
    verb: z.enum(['open', 'refuse']),
    name: name.optional(),
    ...kindFields,
    role: role.optional(),
    cwd: path.optional(),
    model: modelId.nullable().optional(),
    effort: effort.nullable().optional(),
    /** As the person chooses; laxer than it was wished only in the window. */
    permissionMode: permissionMode.optional(),
    colour: colour.optional(),
    shape: shape.optional(),
    /** In place of the proposer's first words: then they are the person's. Empty: none. */
    firstMessage: text.optional(),
    worktree: z.boolean().optional(),
    words: z.string().max(4096).optional(),
  }),
} as const
