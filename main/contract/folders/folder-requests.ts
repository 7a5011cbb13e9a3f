import { z } from 'zod'
import { kind } from '../agents/kind-shapes.ts'
import { path as cwd } from '../api/shapes.ts'

/** What can be asked about folders that agents work in. */
export const folderRequests = {
  /** What a folder brings along, and whether it is trusted. */
  'folders.look': z.strictObject({ folder: cwd, kind: kind.optional() }),
  /** Trusts what `folders.look` showed under `hash`, or refuses it. */
  'folders.decide': z.strictObject({
    folder: cwd,
    kind: kind.optional(),
    hash: z.string().min(1).max(100),
    decision: z.enum(['trust', 'refuse']),
  }),
  /** Folders that begin so, to complete what is being written. */
  'folders.list': z.strictObject({ path: z.string().max(4096) }),
  /** Makes a folder that is not there, and those above it. */
  'folders.make': z.strictObject({ folder: cwd }),
  /** The desktop's own dialog. */
  'folders.choose': z.strictObject({}),
} as const
