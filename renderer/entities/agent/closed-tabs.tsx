import { Button, IconButton } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Avatar } from './avatar.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Name } from '../../components/safe-text.tsx'
import { useMirrorList, type Settled } from '../../state/store.ts'
import { show } from '../../state/view-store.ts'
import { reopenAgent } from './endings.ts'
import css from './closed-tabs.module.css'

/** Returns closed tabs, the last closed first. */
export const closedAgents = (now: Pick<Settled, 'agents'>): readonly AgentView[] =>
  Object.values<AgentView>(now.agents)
    .filter((agent) => agent.closed)
    .sort((a, b) => b.since - a.since)

export function ClosedTabs() {
  const closed = useMirrorList(closedAgents)
  if (closed.length === 0) return null
  return (
    <details className={css.closed}>
      <summary className="tab-group">
        <Icon name="right" className="twist" />
        <span>Closed</span>
        <b className="num">{closed.length}</b>
      </summary>
      <ul>
        {closed.map((agent) => (
          <ClosedRow key={agent.id} agent={agent} />
        ))}
      </ul>
    </details>
  )
}

function ClosedRow({ agent }: { readonly agent: AgentView }) {
  const name = visible(agent.name)
  const forget = () => show({ kind: 'ending', of: 'delete', agent: agent.id })
  return (
    <li className={classes('row gap-3 small muted', css.closedRow)}>
      <Avatar author={{ kind: 'agent', id: agent.id }} name={agent.name} size="sm" />
      <span className="clip grow">
        <Name name={agent.name} />
      </span>
      <Button variant="ghost" aria-label={`Reopen ${name}`} onClick={() => void reopenAgent(agent)}>
        Reopen
      </Button>
      <IconButton
        icon="trash"
        aria-label={`Delete ${name} permanently`}
        data-help={`Delete ${name} permanently`}
        onClick={forget}
      />
    </li>
  )
}
