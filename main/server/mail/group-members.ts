import { type Group, groupsOf } from '../../core/groups/groups.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { GroupView } from '../../contract/api/views.ts'
import { keyOf, mustFind, refused, type RequestContext } from '../api/request-context.ts'

interface Audience {
  readonly name: string
  readonly members: readonly AgentId[]
}

/** By name (ignoring case), or `all` agents with an open tab; null if there is no such group. */
export function findGroup(parts: RequestContext, ref: string): Audience | null {
  const key = ref.normalize('NFKC').trim().toLowerCase()
  if (key === 'all') {
    const open = [...parts.engine.state.agents.values()].filter(({ agent }) => agent.closedAt === null)
    return { name: 'all', members: open.map(({ agent }) => agent.id) }
  }
  const group = mustBe(parts, ref)
  return group && { name: group.name.name, members: group.members }
}

/** Throws a refusal that lists the groups. */
export function findNamed(parts: RequestContext, ref: string): Group {
  const group = mustBe(parts, ref)
  if (group) return group
  const names = groupsOf(parts.engine.state.agents.values()).map(({ name }) => name.name)
  const who = names.length > 0 ? `There are: ${names.join(', ')}.` : 'There is no group yet.'
  throw refused('not_found', `No group has that name. ${who}`)
}

function mustBe({ engine, names }: RequestContext, ref: string): Group | null {
  const key = keyOf(names, ref)
  return groupsOf(engine.state.agents.values()).find(({ name }) => name.key === key) ?? null
}

export function groupViews({ engine }: RequestContext): readonly GroupView[] {
  return groupsOf(engine.state.agents.values()).map(({ name, members }) => ({
    name: name.name,
    members: members.map((id) => ({ id, name: mustFind(engine, id).agent.name })),
  }))
}
