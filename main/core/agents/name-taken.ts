import type { AgentId } from '../../contract/api/model.ts'
import type { Answer } from '../step/events.ts'
import { refuse } from '../mail/mailbox.ts'
import type { AgentState, NameKeys } from '../step/state.ts'
import type { Step } from '../step/step.ts'

/** Whether two names are the same except for case, or look the same. */
export function areAlike(one: NameKeys, other: NameKeys): boolean {
  return one.key === other.key || one.skeleton === other.skeleton
}

/** Refuses a name that a group or an agent other than `self` has; null if it is free. */
export function nameTaken(step: Step, name: NameKeys, self: AgentId | null): Answer | null {
  const words = takenWords(step.agents(), name, self)
  return words === null ? null : refuse('name_taken', words)
}

export function takenWords(
  agents: readonly Pick<AgentState, 'agent'>[],
  name: NameKeys,
  self: AgentId | null,
): string | null {
  const agent = agents.find((one) => one.agent.id !== self && areAlike(one.agent, name))?.agent
  const group = agents.flatMap((one) => one.agent.groups).find((one) => areAlike(one, name))
  const by = agent ?? group
  if (!by) return null
  const kind = agent ? 'agent' : 'group'
  const same =
    name.name === by.name
      ? `There is ${kind === 'agent' ? 'an agent' : 'a group'} "${by.name}" already.`
      : `"${name.name}" looks like the ${kind} "${by.name}".`
  return `${same} Choose another name.`
}
