import type { AgentId } from '../../../main/contract/model.ts'
import type { AgentView } from '../../../main/contract/views.ts'

const most = 6

/** Where agents work or have worked, the latest first; the usual folder is among them. */
export function recentFolders(
  agents: Readonly<Record<AgentId, AgentView>>,
  usual: string | undefined,
): readonly string[] {
  const worked = Object.values<AgentView>(agents)
    .toSorted((a, b) => b.since - a.since)
    .map((agent) => agent.cwd)
  return [...new Set([...worked.slice(0, 50), ...(usual === undefined ? [] : [usual])])].slice(0, most)
}
