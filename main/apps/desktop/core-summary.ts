import type { FeedEvent } from '../../contract/api/feed.ts'
import type { GatheringView } from '../../contract/gatherings/gathering-views.ts'
import type { GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { AgentView } from '../../contract/api/views.ts'
import type { Janus } from '../shared/compose.ts'
import type { Summary } from './core-messages.ts'

/** Tells what the desktop shows of all agents together, at first and whenever it changes; the answer ends it. */
export function followSummary(
  janus: Pick<Janus, 'feed' | 'busy'>,
  tell: (summary: Summary) => void,
): () => void {
  const needy = new Set<AgentId | GatheringId>()
  let theme: Summary['theme'] = 'system'
  let keys: Summary['keys'] = {}
  let told = ''
  return janus.feed.subscribe((event) => {
    // Streaming words change nothing of it.
    if (event.kind === 'delta') return
    if (event.kind === 'snapshot') needy.clear()
    for (const agent of agentsIn(event)) note(agent.id, agent.needs !== null && !agent.closed)
    for (const gathering of gatheringsIn(event)) {
      note(gathering.id, gathering.needs !== null && !gathering.shelved)
    }
    if (event.kind === 'gone') needy.delete(event.agent)
    const status =
      event.kind === 'snapshot' ? event.view.status : event.kind === 'status' ? event.status : null
    if (status !== null) ({ theme, keys } = status.settings)
    const summary: Summary = { waiting: needy.size, theme, keys, busy: janus.busy() }
    const words = JSON.stringify(summary)
    if (words !== told) tell(summary)
    told = words
  })

  function note(id: AgentId | GatheringId, isNeedy: boolean): void {
    if (isNeedy) needy.add(id)
    else needy.delete(id)
  }
}

function agentsIn(event: FeedEvent): readonly AgentView[] {
  if (event.kind === 'snapshot') return event.view.agents
  return event.kind === 'agent' ? [event.agent] : []
}

function gatheringsIn(event: FeedEvent): readonly GatheringView[] {
  if (event.kind === 'snapshot') return event.view.gatherings
  return event.kind === 'gathering' ? [event.gathering] : []
}
