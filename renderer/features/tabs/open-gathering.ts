import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import { mirror } from '../../store.ts'
import { callFor, select, showGathering } from '../../view-store.ts'

/** Shows a gathering; of a proposal, the card that asks about it, in the tab of whoever proposes it. */
export function openGathering(of: Pick<GatheringView, 'id' | 'state' | 'convened'>): void {
  const by = of.convened.by
  const proposer =
    of.state === 'proposed' && by.kind === 'agent' ? mirror.getState().agents[by.id] : undefined
  if (!proposer || proposer.closed) return showGathering(of.id)
  select(proposer.id)
  callFor({ agent: proposer.id, card: of.id })
}
