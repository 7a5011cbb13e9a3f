import type { AgentView } from '../../main/contract/api/views.ts'
import { IconButton } from '../components/button.tsx'
import { ErrorBoundary } from '../components/error-boundary.tsx'
import { visible } from '../components/hygiene.ts'
import { Name } from '../components/safe-text.tsx'
import { setSide, show } from '../state/view-store.ts'
import { Background } from '../features/background/background.tsx'
import { ChangesSection } from '../features/changes/changes-section.tsx'
import { TabUse } from '../features/budget/day-use.tsx'
import { Timers } from '../features/timers/timers.tsx'
import { LinkList } from '../features/link/link-list.tsx'

const sections = [Timers, Background, ChangesSection, TabUse, LinkList]

export function Side({ agent }: { readonly agent: AgentView }) {
  return (
    <>
      {/* Without room for three columns the panel covers the pane: a click beside it closes it. */}
      <div className="side-veil" aria-hidden="true" onClick={() => setSide('closed')} />
      <aside id="side" className="side" aria-label={`About ${visible(agent.name)}`}>
        <header>
          <span className="clip grow">
            <Name name={agent.name} />
          </span>
          <IconButton
            icon="sliders"
            aria-label={`${visible(agent.name)}’s settings`}
            title="Settings"
            onClick={() => show({ kind: 'agentSettings', agent: agent.id })}
          />
          <IconButton
            icon="x"
            aria-label="Close the side panel"
            title="Close"
            onClick={() => setSide('closed')}
          />
        </header>
        {sections.map((Section, at) => (
          <ErrorBoundary key={at}>
            <Section agent={agent} />
          </ErrorBoundary>
        ))}
      </aside>
    </>
  )
}
