import type { GatheringView } from '../../main/contract/gathering-views.ts'
import type { AgentId } from '../../main/contract/model.ts'
import type { Mirror } from './mirror.ts'

/** Does it wait for the person's word, proposed by this agent? */
export const isProposalOf = ({ state, convened }: GatheringView, agent: AgentId): boolean =>
  state === 'proposed' && convened.by.kind === 'agent' && convened.by.id === agent

/** Those that are listed: open ones, and closed ones that were not put away; newest first. */
export const listedGatherings = (gatherings: Mirror['gatherings']): readonly GatheringView[] =>
  Object.values<GatheringView>(gatherings)
    .filter((one) => !one.shelved)
    .sort((a, b) => b.convened.at - a.convened.at)
