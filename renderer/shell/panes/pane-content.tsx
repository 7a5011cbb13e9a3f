import { memo, useCallback, useRef } from 'react'
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
import { ChoicePane } from './choice-pane.tsx'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { ErrorBoundary } from '../../components/error-boundary.tsx'
import { visible } from '../../components/hygiene.ts'
import { CapCards } from '../../features/budget/cap-cards.tsx'
import { Cards } from '../../features/cards/cards.tsx'
import { Proposals } from '../../features/gathering/proposal.tsx'
import { AwaySeat } from '../../entities/gathering/away-seat.tsx'
import { Wishes } from '../../features/tab-wish/wish-card.tsx'
import { AgentComposer } from '../../features/composer/agent-composer.tsx'
import { AwaySummary } from '../../features/mailbox/away-summary.tsx'
import { ComposerTop } from '../../features/mailbox/mailbox.tsx'
import { FirstGathering } from '../../features/convene/first-gathering.tsx'
import { HandlerAsks } from '../../features/handlers/handler-asks.tsx'
import { HeldTimers } from '../../features/timers/timers.tsx'
import { EmptyTab } from '../../features/agent/empty-tab.tsx'
import { Head } from '../../features/agent/head.tsx'
import { FindBar } from '../../features/find/find-bar.tsx'
import { Transcript } from '../../features/agent/transcript.tsx'
import { AgentError, AilingNote } from '../../features/agent/agent-error.tsx'

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

/** One agent: who it is, what was said, what waits, and where to write. */
function AgentPane({ agent }: { readonly agent: AgentView }) {
  const input = useRef<HTMLTextAreaElement>(null)
  const focus = useCallback(() => input.current?.focus(), [])
  return (
    <Frame label={visible(agent.name)}>
      <Head agent={agent} />
      <AwaySeat agent={agent} />
      <FindBar agent={agent} />
      <ErrorBoundary>
        <AwaySummary agent={agent} />
      </ErrorBoundary>
      <ErrorBoundary>
        <Transcript
          agent={agent}
          empty={<EmptyTab agent={agent} onPick={focus} gathering={<FirstGathering />} />}
        >
          <AgentError agent={agent} />
          <AilingNote agent={agent} />
          <ErrorBoundary>
            <Cards agent={agent} onAnswered={focus} />
            <CapCards agent={agent} onAnswered={focus} />
            <HeldTimers agent={agent} onAnswered={focus} />
            <HandlerAsks agent={agent} onAnswered={focus} />
            <Proposals agent={agent.id} onAnswered={focus} />
            <Wishes agent={agent} onAnswered={focus} />
          </ErrorBoundary>
        </Transcript>
      </ErrorBoundary>
      <div className="dock" data-part="dock">
        <div className="col">
          <ErrorBoundary>
            <ComposerTop agent={agent} input={input} onAnswered={focus} />
          </ErrorBoundary>
          <AgentComposer agent={agent} input={input} />
        </div>
      </div>
    </Frame>
  )
}
