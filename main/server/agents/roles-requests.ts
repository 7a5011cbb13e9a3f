import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import { missingRoles, ownRoles, roleLimits, roleNamed, type Role } from '../../contract/agents/roles.ts'
import type { Settings } from '../../contract/app/settings.ts'
import { refused, type RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { refuseLaxer } from './agents-requests.ts'
import { saveSettings } from '../app/app-requests.ts'
import { readKind, refuseEffort, refuseMode, forUsualKind, type KindInput } from './kinds-requests.ts'

/** The user's roles, stored as a setting. */
export function roleHandlers(parts: RequestContext) {
  const now = (): readonly Role[] => parts.settings.values().roles
  const keep = async (roles: readonly Role[]): Promise<readonly Role[]> => {
    await saveSettings(parts, { roles: [...roles] })
    return now()
  }
  return {
    'roles.list': () => now(),
    'roles.keep': (caller, input) => keep(withRole(parts, caller, now(), input)),
    'roles.delete': (_, { role }) => {
      const one = mustName(now(), role)
      return keep(now().filter((other) => other !== one))
    },
    'roles.restore': (_, { role: name }) => {
      if (name === undefined) return keep(fitting([...now(), ...missingRoles(now())]))
      const came = roleNamed(ownRoles, name)
      if (!came)
        throw refused('not_found', `No role of that name came with Janus. There are: ${list(ownRoles)}.`)
      const there = roleNamed(now(), name)
      return keep(fitting(there ? now().map((one) => (one === there ? came : one)) : [...now(), came]))
    },
  } satisfies Partial<Handlers>
}

function withRole(
  parts: RequestContext,
  caller: Caller,
  roles: readonly Role[],
  { role, was }: RequestInput<'roles.keep'>,
): readonly Role[] {
  refuseRole(parts, caller, role)
  const there = was === undefined ? roleNamed(roles, role.name) : mustName(roles, was)
  const other = roleNamed(roles, role.name)
  if (other && other !== there)
    throw refused('name_taken', `There is a role "${other.name}" already. Choose another name.`)
  return fitting(there ? roles.map((one) => (one === there ? role : one)) : [...roles, role])
}

function fitting(roles: readonly Role[]): readonly Role[] {
  if (roles.length <= roleLimits.roles) return roles
  throw refused('too_large', `There are ${String(roleLimits.roles)} roles at most. Delete one first.`)
}

/** Refuses what cannot be started, and what only the window may allow. */
function refuseRole({ settings }: RequestContext, caller: Caller, role: Role): void {
  const { kind, program, permissionMode, effort } = role
  if (permissionMode !== null) {
    refuseMode(kind, permissionMode)
    refuseLaxer(caller, permissionMode, settings.values().permissionMode)
  }
  if (effort !== null && kind !== 'other') refuseEffort(kind, effort)
  if (program !== null && caller.kind !== 'window')
    throw refused('not_allowed', 'Only the window can choose the program of a role. Change it there.')
}

/** The same for the whole setting; unchanged roles are not checked. */
export function refuseRoles(parts: RequestContext, caller: Caller, roles: Settings['roles']): void {
  const known = new Set(parts.settings.values().roles.map((role) => JSON.stringify(role)))
  for (const role of roles) if (!known.has(JSON.stringify(role))) refuseRole(parts, caller, role)
}

function mustName(roles: readonly Role[], name: string): Role {
  const found = roleNamed(roles, name)
  if (found) return found
  throw refused(
    'not_found',
    `There is no role ${JSON.stringify(name.slice(0, 60))}. There are: ${list(roles) || 'none'}.`,
  )
}

const list = (roles: readonly Role[]): string => roles.map(({ name }) => name).join(', ')

interface RoleInput {
  readonly role?: string | undefined
  /** Name of a role; null: `role` is only a line. */
  readonly template?: string | null | undefined
}

/**
 * Finds the role that `template` names, else the one called `role`. The line is the given one, else the
 * role's.
 */
export function readRole(
  { settings }: Pick<RequestContext, 'settings'>,
  { role, template }: RoleInput,
): { readonly role: Role | null; readonly line: string; readonly given: TemplateFields } {
  const { roles } = settings.values()
  const isLine = template === null
  const found =
    typeof template === 'string'
      ? mustName(roles, template)
      : isLine || role === undefined
        ? undefined
        : roleNamed(roles, role)
  if (!found) return { role: null, line: role ?? '', given: {} }
  const written = role === undefined || roleNamed([found], role) ? found.line || found.name : role
  const given = { template: found.name, instructions: found.instructions }
  return { role: found, line: written, given }
}

type TemplateFields = { readonly template?: string; readonly instructions?: string }

function kindOf(role: Role | null, said: KindInput): KindInput {
  if (said.kind !== undefined || said.program !== undefined || role === null) return said
  return { kind: role.kind, program: role.program ?? undefined }
}

/** Values of a new agent: as given, else from its role, else from the user's settings for its kind. */
export function readMake(
  parts: Pick<RequestContext, 'settings' | 'status' | 'findProgram'>,
  input: RoleInput &
    KindInput & { readonly model?: string | undefined; readonly effort?: string | null | undefined },
) {
  const { role, line, given } = readRole(parts, input)
  const choice = readKind(parts, kindOf(role, input))
  const { kind } = choice
  const { settings } = parts.status()
  // A role's model and effort fit its own kind only.
  const own = role?.kind === kind ? role : null
  const { model = own?.model ?? forUsualKind(kind, settings.model) } = input
  const { effort = own?.effort ?? forUsualKind(kind, settings.effort) } = input
  return { role, line, given, choice, model, effort }
}
