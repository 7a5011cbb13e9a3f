import type { AgentView } from '../../../main/contract/api/views.ts'

/** A named set of agents, as the tabs tell it. */
export interface Group {
  readonly name: string
  readonly members: readonly AgentView[]
}

/** The groups, by name; each has the members of which a tab is there. */
export function groupsIn(agents: readonly AgentView[]): readonly Group[] {
  const names = [...new Set(agents.flatMap(({ groups }) => groups))].sort((a, b) => a.localeCompare(b))
  return names.map((name) => ({ name, members: agents.filter(({ groups }) => groups.includes(name)) }))
}
