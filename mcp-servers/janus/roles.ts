import { roleNamed, type Role } from '../../main/contract/roles.ts'
import { part, type ApiRequest } from '../shared/ask.ts'
import { cleanLines } from './clean.ts'
import { EndingError } from './ending.ts'
import { table } from './show.ts'

/** What is wanted with roles. */
export type RoleCommand =
  | { readonly do: 'list' }
  | { readonly do: 'show' | 'delete'; readonly name: string }
  /** A file with one role, or with a list of them; `-`: what comes in. */
  | { readonly do: 'keep'; readonly file: string }
  /** Null: all that came with Janus and are deleted. */
  | { readonly do: 'restore'; readonly name: string | null }

/** Reads what stands behind `janus roles`; null: it is written otherwise. */
export function readRoles(rest: readonly string[]): RoleCommand | null {
  const [verb, of, more] = rest
  if (more !== undefined) return null
  if (verb === undefined) return { do: 'list' }
  if (verb === 'restore') return { do: 'restore', name: of ?? null }
  if (of === undefined) return null
  if (verb === 'show' || verb === 'delete') return { do: verb, name: of }
  return verb === 'keep' ? { do: 'keep', file: of } : null
}

/** What is asked of the app for it; `text`: what the file says. */
export function roleRequest(what: RoleCommand, text: string): ApiRequest {
  switch (what.do) {
    case 'list':
    case 'show':
      return { method: 'GET', path: '/roles', repeatable: true }
    case 'keep':
      return { method: 'POST', path: '/roles', body: { role: roleIn(text) }, repeatable: true }
    case 'delete':
      return { method: 'DELETE', path: `/roles/${part(what.name)}`, repeatable: false }
    case 'restore': {
      const body = what.name === null ? {} : { role: what.name }
      return { method: 'POST', path: '/roles/restore', body, repeatable: true }
    }
  }
}

/** What came of it: the roles as a table; of `show`, one as a file that `keep` takes. */
export function roleWords(what: RoleCommand, answer: unknown): string {
  const roles = answer as readonly Role[]
  if (what.do === 'show') {
    const role = roleNamed(roles, what.name)
    if (role) return cleanLines(JSON.stringify(role, null, 2))
    const names = roles.map(({ name }) => name).join(', ')
    throw new EndingError('refused', `There is no role of that name. There are: ${names || 'none'}.`)
  }
  if (roles.length === 0) return 'There is no role. Those that come with Janus: janus roles restore'
  const rows = roles.map(({ name, kind, model, permissionMode, effort, line }) => [
    ...[name, kind, model ?? '', permissionMode ?? '', effort ?? '', line],
  ])
  return table([['ROLE', 'KIND', 'MODEL', 'MODE', 'EFFORT', 'FOR'], ...rows])
}

function roleIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new EndingError('usage', 'A role is JSON, as janus roles show NAME prints it.')
  }
}
