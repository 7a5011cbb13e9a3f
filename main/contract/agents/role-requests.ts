import { z } from 'zod'
import { roleShape } from './role-shapes.ts'

const name = z.string().min(1).max(400)

/** What can be asked about roles. */
export const roleRequests = {
  'roles.list': z.strictObject({}),
  /** In the place of the one called `was`, else of the one of its name, else as a new one. */
  'roles.keep': z.strictObject({ role: roleShape, was: name.optional() }),
  'roles.delete': z.strictObject({ role: name }),
  /** As it came with Janus; without a name all that came with it and are deleted. */
  'roles.restore': z.strictObject({ role: name.optional() }),
} as const
