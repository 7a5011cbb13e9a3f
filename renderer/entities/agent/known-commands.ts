import type { KindChoice } from '../../../main/contract/agents/kinds.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView, SlashCommand } from '../../../main/contract/api/views.ts'
import { act } from '../../state/act.ts'
import { mirror } from '../../state/store.ts'
import { newKey } from '../../state/view-store.ts'

/**
 * Until the agent's program has reported its commands, those of another agent with the same program are used.
 */
export function commandsOf(
  commands: Readonly<Record<AgentId, readonly SlashCommand[]>>,
  agent: AgentId,
  agents: Readonly<Record<AgentId, KindChoice>>,
): readonly SlashCommand[] {
  const own = agents[agent]
  const isAlike = (id: string): boolean => {
    const other = agents[id as AgentId]
    return other?.kind === own?.kind && other?.program === own?.program
  }
  const alike = Object.entries<readonly SlashCommand[]>(commands).find(([id]) => isAlike(id))
  return commands[agent] ?? alike?.[1] ?? none
}
const none: readonly SlashCommand[] = []

/** The slash command that replaces the conversation by a summary. */
export const compactCommand = 'compact'

export function canCompact({ id }: Pick<AgentView, 'id'>): boolean {
  const { commands, agents } = mirror.getState()
  return commandsOf(commands, id, agents).some(({ name }) => name === compactCommand)
}

/** Sends the program's own command, as if the user had typed it. Returns false if it was refused. */
export const compact = ({ id }: Pick<AgentView, 'id'>): Promise<boolean> =>
  act('messages.send', { agent: id, message: `/${compactCommand}`, idempotencyKey: newKey() })
