import { useCallback, useRef } from 'react'
import type { AgentView } from '../../../main/contract/views.ts'
import { visible } from '../../components/hygiene.ts'
import { Cards } from '../cards/cards.tsx'
import { Composer } from '../composer/composer.tsx'
import { Waiting } from '../composer/waiting.tsx'
import { EmptyTab } from './empty-tab.tsx'
import { Head } from './head.tsx'
import { Transcript } from './transcript.tsx'
import { Trouble } from './trouble.tsx'
import './agent.css'

/** One agent: who it is, what was said, what waits, and where to write. */
export function AgentPane({ agent }: { readonly agent: AgentView }) {
  const input = useRef<HTMLTextAreaElement>(null)
  const focus = useCallback(() => input.current?.focus(), [])
  return (
    <main className="pane" aria-label={visible(agent.name)}>
      <Head agent={agent} />
      <Transcript agent={agent} empty={<EmptyTab agent={agent} onPick={focus} />}>
        <Trouble agent={agent} />
        <Cards agent={agent} onAnswered={focus} />
      </Transcript>
      <div className="dock">
        <div className="col">
          <Waiting agent={agent} />
          <Composer agent={agent} input={input} />
        </div>
      </div>
    </main>
  )
}
