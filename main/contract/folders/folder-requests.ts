import { z } from 'zod'
import { kind } from '../agents/kind-shapes.ts'
import { path as cwd, row } from '../api/shapes.ts'

/** What can be asked about folders that agents work in. */
export const folderRequests = {
  /** What a folder brings along, and whether it is trusted. */
  'folders.look': row(z.strictObject({ folder: cwd, kind: kind.optional() }), 'window'),
  /** Trusts what `folders.look` showed under `hash`, or refuses it. */
  'folders.decide': row(
    z.strictObject({
      folder: cwd,
      kind: kind.optional(),
      hash: z.string().min(1).max(100),
      decision: z.enum(['trust', 'refuse']),
    }),
    'window',
  ),
  /** Folders that begin so, to complete what is being written. */
  'folders.list': row(z.strictObject({ path: z.string().max(4096) }), 'window'),
  /** Makes a folder that is not there, and those above it. */
  'folders.make': row(z.strictObject({ folder: cwd }), 'window'),
  /** The desktop's own dialog. */
  'folders.choose': row(z.strictObject({}), 'window'),
} as const
