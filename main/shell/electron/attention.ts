import type { FeedEvent } from '../../contract/feed.ts'
import type { GatheringView } from '../../contract/gathering-views.ts'
import type { GatheringId } from '../../contract/gatherings.ts'
import type { AgentId } from '../../contract/model.ts'
import type { AgentView } from '../../contract/views.ts'
import type { FeedSource } from '../../ports.ts'
import type { ElectronParts } from './electron-parts.ts'

type Desktop = Pick<ElectronParts, 'app' | 'nativeTheme'>

/** Keeps the app's badge and the system's colours as the feed tells; the answer ends it. */
export function followFeed({ app, nativeTheme }: Desktop, feed: FeedSource): () => void {
  const needy = new Set<AgentId | GatheringId>()
  let shown = -1
  return feed.subscribe((event) => {
    if (event.kind === 'snapshot') needy.clear()
    for (const agent of agentsIn(event)) {
      if (agent.needs !== null && !agent.closed) needy.add(agent.id)
      else needy.delete(agent.id)
    }
    for (const gathering of gatheringsIn(event)) {
      if (gathering.needs !== null && !gathering.shelved) needy.add(gathering.id)
      else needy.delete(gathering.id)
    }
    if (event.kind === 'gone') needy.delete(event.agent)
    if (needy.size !== shown) app.setBadgeCount((shown = needy.size))
    const status =
      event.kind === 'snapshot' ? event.view.status : event.kind === 'status' ? event.status : null
    if (status !== null) nativeTheme.themeSource = status.settings.theme
  })
}

function agentsIn(event: FeedEvent): readonly AgentView[] {
  if (event.kind === 'snapshot') return event.view.agents
  return event.kind === 'agent' ? [event.agent] : []
}

function gatheringsIn(event: FeedEvent): readonly GatheringView[] {
  if (event.kind === 'snapshot') return event.view.gatherings
  return event.kind === 'gathering' ? [event.gathering] : []
}
