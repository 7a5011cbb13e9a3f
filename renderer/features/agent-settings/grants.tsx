import type { Grant } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { act } from '../../state/act.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import css from './agent-settings.module.css'

/** What the person has allowed an agent until it is deleted; each can be taken back, at once. */
export function Grants({ agent }: { readonly agent: AgentView }) {
  if (agent.allowed.length === 0)
    return <p className="muted">Nothing. What you allow on its cards for more than once stands here.</p>
  return (
    <ul className={css.grants}>
      {agent.allowed.map((grant) => (
        <GrantRow key={`${grant.kind} ${wordsOf(grant)}`} agent={agent} grant={grant} />
      ))}
    </ul>
  )
}

/** The words by which main knows it. */
const wordsOf = (grant: Grant): string => (grant.kind === 'rule' ? grant.rule : grant.path)

function GrantRow({ agent, grant }: { readonly agent: AgentView; readonly grant: Grant }) {
  const words = wordsOf(grant)
  return (
    <li>
      <Icon name={grant.kind === 'rule' ? 'tool' : 'folder'} />
      <span className="mono grow">
        <SafeText text={words} />
      </span>
      <button
        type="button"
        className="btn ghost"
        aria-label={`Remove ${visible(words)}`}
        onClick={() => void act('agents.revoke', { agent: agent.id, grant: words })}
      >
        Remove
      </button>
    </li>
  )
}
