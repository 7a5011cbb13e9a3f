import { z } from 'zod'
import { kind } from './kind-shapes.ts'
import { usualKind } from './kinds.ts'
import { roleLimits, roleNamed, type Role } from './roles.ts'
import { effort, line, modelId } from '../api/shapes.ts'

const { name, line: about, instructions, roles } = roleLimits

/** How strictly an agent asks, from strict to lax. */
export const permissionMode = z.enum(['plan', 'default', 'acceptEdits', 'auto', 'bypassPermissions'])

/** One role; what is not said is as usual. */
export const roleShape = z
  .strictObject({
    name: line(name).refine((written) => written.trim() !== '', 'a role has a name'),
    line: line(about).default(''),
    kind: kind.default(usualKind),
    program: z.string().min(1).max(4096).nullable().default(null),
    model: modelId.nullable().default(null),
    permissionMode: permissionMode.nullable().default(null),
    effort: effort.nullable().default(null),
    instructions: z
      .string()
      .max(instructions)
      .refine((text) => !text.includes('\0'), 'instructions have no NUL character')
      .default(''),
  })
  .refine((role) => (role.kind === 'other') === (role.program !== null), {
    message: 'a command line (program) is for the kind other, and belongs to it',
  })
  .transform((role): Role => ({ ...role, name: role.name.trim(), line: role.line.trim() }))

/** All roles of the person, each with a name of its own. */
export const roleList = z
  .array(roleShape)
  .max(roles)
  .refine((all) => all.every((role) => roleNamed(all, role.name) === role), 'each role has a name of its own')
