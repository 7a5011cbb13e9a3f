import type { FleetView } from '../../../main/contract/fleet/fleet-views.ts'
import type { SeatView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { isElsewhere, peerOf } from '../../state/peers.ts'
import type { Panel } from '../../state/panel.ts'

/** Where a press on a seat leads. */
export type SeatWay =
  | { readonly kind: 'agent'; readonly id: AgentId }
  | Extract<Panel, { readonly kind: 'peer' }>

/** To the tab of who sits there, or to what is known of somebody of another house; null: nowhere. */
export function wayOfSeat(
  { agent, state }: Pick<SeatView, 'agent' | 'state'>,
  fleet: FleetView | null,
): SeatWay | null {
  if (agent === null || state === 'gone') return null
  if (!isElsewhere(agent)) return { kind: 'agent', id: agent }
  const peer = peerOf(agent, fleet)
  return peer && { kind: 'peer', house: peer.house.name, id: peer.agent.id }
}
