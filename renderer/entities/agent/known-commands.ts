import type { KindChoice } from '../../../main/contract/agents/kinds.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { SlashCommand } from '../../../main/contract/api/views.ts'

/** What an agent's program understands; before it has told, what another's of the same kind has. */
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
