import type { AgentId } from '../../../main/contract/api/model.ts'
import { agentInView, followSight } from '../../state/selectors.ts'
import { ask } from '../../state/connection.ts'
import { mirror } from '../../state/store.ts'
import { isWindowSeen } from '../../state/system-news.ts'
import { view } from '../../state/view-store.ts'

/**
 * Reports which answers the user has seen: those of the tabs in view while the window has the focus. Returns
 * a function that ends it.
 */
export function followSeen(): () => void {
  /** The last row reported per agent, so that it is not reported again before the feed confirms it. */
  const told = new Map<AgentId, number>()
  return followSight(() => {
    if (!isWindowSeen() || mirror.getState().connection !== 'open') return
    for (const agent of view.getState().panes.list.flatMap((pane) => agentInView(pane) ?? [])) {
      const row = agent.unread.at(-1)
      if (row === undefined || told.get(agent.id) === row) continue
      told.set(agent.id, row)
      // Main was not reached: the next change reports it again.
      ask('agents.seen', { agent: agent.id, row }).catch(() => told.delete(agent.id))
    }
  })
}
