import type { AgentId } from '../../contract/api/model.ts'
import { areAlike } from '../agents/name-taken.ts'
import type { Answer, EventOf } from '../step/events.ts'
import { refuse } from '../mail/mailbox.ts'
import type { AgentState, NameKeys } from '../step/state.ts'
import type { Step } from '../step/step.ts'

export interface Group {
  readonly name: NameKeys
  readonly members: readonly AgentId[]
}

/** A group exists only as a name on its members, so it ends with the last of them. Sorted by name. */
export function groupsOf(agents: Iterable<AgentState>): readonly Group[] {
  const groups = new Map<string, { name: NameKeys; members: AgentId[] }>()
  for (const { agent } of agents)
    for (const name of agent.groups) {
      const group = groups.get(name.key) ?? { name, members: [] }
      group.members.push(agent.id)
      groups.set(name.key, group)
    }
  return [...groups.values()].sort((a, b) => (a.name.key < b.name.key ? -1 : 1))
}

/** Creates, changes or (`name` null) deletes a group; all or nothing. */
export function setGroup(step: Step, { was, name, members }: EventOf<'group.set'>): Answer {
  const groups = groupsOf(step.agents())
  if (was !== null && !groups.some((group) => group.name.key === was))
    return refuse('not_found', 'That group does not exist any more.')
  const taken = name && takenBy(step, name, was)
  if (taken) return refuse('name_taken', taken)
  if (members.some((id) => !step.find(id)))
    return refuse('unknown_agent', 'One of the members does not exist any more.')
  for (const { agent } of step.agents()) {
    const others = agent.groups.filter(({ key }) => key !== was && key !== name?.key)
    const groups = name && members.includes(agent.id) ? [...others, name] : others
    if (JSON.stringify(groups) !== JSON.stringify(agent.groups)) step.agent(agent.id, { groups })
  }
  return { kind: 'done' }
}

/** Agents and groups share one namespace, since both are receivers. */
function takenBy(step: Step, name: NameKeys, was: string | null): string | null {
  const agent = step.agents().find((one) => areAlike(one.agent, name))?.agent.name
  if (agent !== undefined)
    return `"${name.name}" is, or looks like, the agent "${agent}". Choose another name.`
  const group = groupsOf(step.agents()).find((one) => one.name.key !== was && areAlike(one.name, name))
  return group ? `There is a group "${group.name.name}" already. Choose another name.` : null
}
