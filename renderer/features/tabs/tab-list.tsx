import { useMemo } from 'react'
import type { AgentView } from '../../../main/contract/views.ts'
import { stateOf } from '../../components/agent-state.ts'
import { Avatar } from '../../components/avatar.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { Since } from '../../components/time.tsx'
import { useMirror } from '../../store.ts'
import { select, show } from '../../view-store.ts'
import { ClosedTabs } from './closed-tabs.tsx'
import { groupsOf, secondLine, spokenName } from './groups.ts'
import './tabs.css'

interface TabListProps {
  readonly agents: readonly AgentView[]
  readonly selected: AgentView | null
}

/** Every agent, in groups, with what it is at. */
export function TabList({ agents, selected }: TabListProps) {
  const groups = useMemo(() => groupsOf(agents), [agents])
  const isRehearsal = useMirror((now) => now.status?.rehearsal === true)
  return (
    <nav className="tabs" aria-label="Tabs">
      <div className="tabs-top">
        <span className="mark" aria-hidden="true" />
        <span className="wordmark" role="img" aria-label="Janus" />
        {isRehearsal && (
          <span className="chip rehearsal" title="A built-in script answers instead of Claude">
            rehearsal
          </span>
        )}
      </div>
      <div className="tabs-list">
        {groups.map((group) => (
          <section key={group.title} aria-label={group.title}>
            <h2 className={`group ${group.isUrgent ? 'needs' : ''}`}>
              <span>{group.title}</span>
              <b className="num">{group.agents.length}</b>
            </h2>
            {group.agents.map((agent) => (
              <Tab key={agent.id} agent={agent} isSelected={agent.id === selected?.id} />
            ))}
          </section>
        ))}
        <ClosedTabs />
      </div>
      <div className="tabs-foot">
        <button
          type="button"
          className="btn"
          aria-label="New agent"
          aria-keyshortcuts="Alt+N"
          title="New agent, Alt N"
          onClick={() => show({ kind: 'newAgent' })}
        >
          <Icon name="plus" />
          <span>Agent</span>
        </button>
      </div>
    </nav>
  )
}

function Tab({ agent, isSelected }: { readonly agent: AgentView; readonly isSelected: boolean }) {
  const state = stateOf(agent)
  const label = visible(spokenName(agent))
  const line = secondLine(agent)
  return (
    <button
      type="button"
      className={`tab ${state.tone}`}
      aria-current={isSelected ? 'page' : undefined}
      title={label}
      onClick={() => select(agent.id)}
    >
      <Avatar author={{ kind: 'agent', id: agent.id }} name={agent.name} state={agent} />
      <span className="vh">{label}</span>
      <span className="name clip" aria-hidden="true">
        <Name name={agent.name} />
      </span>
      <span className="t" aria-hidden="true">
        <Since at={agent.cards[0]?.askedAt ?? agent.since} />
      </span>
      <span className="last clip" aria-hidden="true" title={line === '' ? undefined : visible(line)}>
        <SafeText text={line} />
      </span>
      {agent.pending.length > 0 && (
        <span className="n num" aria-hidden="true">
          {agent.pending.length}
          <span className="unit"> pending</span>
        </span>
      )}
    </button>
  )
}
