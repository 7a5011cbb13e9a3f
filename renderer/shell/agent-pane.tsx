import { useCallback, useRef } from 'react'
import type { AgentView } from '../../main/contract/api/views.ts'
import { ErrorBoundary } from '../components/error-boundary.tsx'
import { visible } from '../components/hygiene.ts'
import { CapCards } from '../features/budget/cap-cards.tsx'
import { Cards } from '../features/cards/cards.tsx'
import { Proposals } from '../features/gathering/proposal.tsx'
import { AwaySeat } from '../entities/gathering/away-seat.tsx'
import { Wishes } from '../features/tab-wish/wish-card.tsx'
import { AgentComposer } from '../features/composer/agent-composer.tsx'
import { AwaySummary } from '../features/mailbox/away-summary.tsx'
import { ComposerTop } from '../features/mailbox/mailbox.tsx'
import { FirstGathering } from '../features/convene/first-gathering.tsx'
import { HandlerAsks } from '../features/handlers/handler-asks.tsx'
import { HeldTimers } from '../features/timers/timers.tsx'
import { EmptyTab } from '../features/agent/empty-tab.tsx'
import { Pane } from '../components/pane.tsx'
import { Head } from '../features/agent/head.tsx'
import { FindBar } from '../features/find/find-bar.tsx'
import { Transcript } from '../features/agent/transcript.tsx'
import { AgentError, AilingNote } from '../features/agent/agent-error.tsx'

/** One agent: who it is, what was said, what waits, and where to write. */
export function AgentPane({ agent }: { readonly agent: AgentView }) {
  const input = useRef<HTMLTextAreaElement>(null)
  const focus = useCallback(() => input.current?.focus(), [])
  return (
    <Pane label={visible(agent.name)}>
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
    </Pane>
  )
}
