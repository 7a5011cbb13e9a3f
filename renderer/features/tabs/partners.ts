import type { AgentId } from '../../../main/contract/model.ts'
import type { Settled } from '../../state/store.ts'
import { listed, memberName } from '../../entities/link/members.ts'
import { openLinksOf } from '../../state/links-of.ts'

/** Names of those whom an agent is linked with, in one line; empty for none. */
export function partnersOf(agent: AgentId, { links, agents }: Pick<Settled, 'links' | 'agents'>): string {
  const others = openLinksOf(links, agent).flatMap(({ members }) => members.filter((id) => id !== agent))
  return listed([...new Set(others)].map((id) => memberName(id, agents)))
}
