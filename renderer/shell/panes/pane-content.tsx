import { memo } from 'react'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import type { LinkId } from '../../../main/contract/links/links.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { Pane as Frame } from '../../components/pane.tsx'
import { GatheringPane, useShownGathering } from '../../features/gathering/gathering-pane.tsx'
import { ReplayPane } from '../../features/gathering/replay-pane.tsx'
import { LinkPane, useShownLink } from '../../features/link/link-pane.tsx'
import { ThreadPane } from '../../features/thread/thread-panel.tsx'
import { TimelinePane } from '../../features/timeline/timeline-pane.tsx'
import { shownIn, type Pane } from '../../state/panes.ts'
import { standingIn } from '../../state/selectors.ts'
import { openAgents, useMirror } from '../../state/store.ts'
import { useView } from '../../state/view-store.ts'
import { AgentPane } from '../agent-pane.tsx'
import { ChoicePane } from './choice-pane.tsx'

interface ContentProps {
  readonly pane: Pane
  readonly isAlone: boolean
}

/** What a pane shows. Each follows its own thing, so that what happens in one does not draw the other anew. */
export const PaneContent = memo(function PaneContent({ pane, isAlone }: ContentProps) {
  const first = useMirror((now) => {
    const thing = standingIn(pane, isAlone, openAgents(now))
    return thing?.kind === 'agent' ? thing.id : null
  })
  const thing = shownIn(pane)
  switch (thing?.kind) {
    case 'timeline':
      return <TimelinePane />
    case 'thread':
      return <ThreadPane key={thing.id} id={thing.id} />
    case 'link':
      return <LinkIn key={thing.id} id={thing.id} />
    case 'gathering':
      return <GatheringIn key={thing.id} id={thing.id} />
    default:
      if (first !== null) return <AgentIn key={first} id={first} />
      // One that has only just been made is not known yet.
      return thing === null && !isAlone ? <ChoicePane /> : <Pending />
  }
})

function AgentIn({ id }: { readonly id: AgentId }) {
  const agent = useMirror((now) => now.agents[id])
  return agent ? <AgentPane agent={agent} /> : <Pending />
}

function LinkIn({ id }: { readonly id: LinkId }) {
  const link = useShownLink(id)
  return link ? <LinkPane link={link} /> : <Pending />
}

function GatheringIn({ id }: { readonly id: GatheringId }) {
  const gathering = useShownGathering(id)
  const isReplay = useView(({ replay }) => replay?.gathering === id)
  if (!gathering) return <Pending />
  return isReplay ? <ReplayPane of={gathering} /> : <GatheringPane of={gathering} />
}

const Pending = () => (
  <Frame label="Opening">
    <p className="vh">Opening…</p>
  </Frame>
)
