import { z } from 'zod'
import { roleShape } from './role-shapes.ts'
import { row } from '../api/shapes.ts'

const name = z.string().min(1).max(400)

/** What can be asked about roles. */
export const roleRequests = {
  'roles.list': row(z.strictObject({}), 'window', 'api', 'agent'),
  /** In the place of the one called `was`, else of the one of its name, else as a new one. */
  'roles.keep': row(z.strictObject({ role: roleShape, was: name.optional() }), 'window', 'api'),
  'roles.delete': row(z.strictObject({ role: name }), 'window', 'api'),
  /** As it came with Janus; without a name all that came with it and are deleted. */
  'roles.restore': row(z.strictObject({ role: name.optional() }), 'window', 'api'),
} as const
