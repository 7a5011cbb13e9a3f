import { act } from '../../act.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Name } from '../../components/safe-text.tsx'
import { useMirrorList } from '../../store.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { select } from '../../view-store.ts'

/** Tabs that were closed. Nothing of them is lost, so they can be opened again. */
export function ClosedTabs() {
  const closed = useMirrorList((now) =>
    Object.values<AgentView>(now.agents)
      .filter((agent) => agent.closed)
      .sort((a, b) => b.since - a.since),
  )
  if (closed.length === 0) return null
  const reopen = async (agent: AgentView) => {
    if (await act('agents.reopen', { agent: agent.id })) select(agent.id)
  }
  return (
    <details className="closed">
      <summary className="group">
        <Icon name="right" className="twist" />
        <span>Closed</span>
        <b className="num">{closed.length}</b>
      </summary>
      {closed.map((agent) => (
        <div key={agent.id} className="closed-row">
          <span className="clip grow">
            <Name name={agent.name} />
          </span>
          <button
            type="button"
            className="btn ghost"
            aria-label={`Reopen ${visible(agent.name)}`}
            onClick={() => void reopen(agent)}
          >
            Reopen
          </button>
        </div>
      ))}
    </details>
  )
}
