import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { act } from '../../state/act.ts'
import { focusCard } from '../../entities/card/card-keys.ts'
import { isProposalOf } from '../../state/selectors.ts'
import { mirror } from '../../state/store.ts'

/** A second press within this time means the agent itself, in ms. */
const again = 2_000

/** What Esc meant last. */
export interface Interrupted {
  readonly agent: AgentId
  readonly at: number
}

/** What a press of Esc means: end the turn, and soon after that end the process. Pure. */
export function meaningOf(
  agent: Pick<AgentView, 'id' | 'status'>,
  last: Interrupted | null,
  now: number,
): 'interrupt' | 'stop' | null {
  const isAgain = last?.agent === agent.id && now - last.at <= again
  if (isAgain) return agent.status === 'stopped' || agent.status === 'asleep' ? null : 'stop'
  return agent.status === 'working' ? 'interrupt' : null
}

let last: Interrupted | null = null

const proposes = ({ id }: AgentView): boolean =>
  Object.values<GatheringView>(mirror.getState().gatherings).some((one) => isProposalOf(one, id))

/** What Esc would do to the agent in view; null where it does nothing. */
export function escapeOf(agent: AgentView): (() => void) | null {
  // While it asks, the first press leads to the card: nobody takes their own question away by leaving a field.
  const isAtCard = document.activeElement?.closest('[data-part=scroll] [data-part=card]') !== null
  if ((agent.cards.length > 0 || proposes(agent)) && !isAtCard) return () => void focusCard()
  const meaning = meaningOf(agent, last, performance.now())
  if (meaning === null) return null
  return () => {
    last = meaning === 'interrupt' ? { agent: agent.id, at: performance.now() } : null
    void act(meaning === 'interrupt' ? 'agents.interrupt' : 'agents.stop', { agent: agent.id })
  }
}
