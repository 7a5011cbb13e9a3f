import { useId, useState, type FormEvent, type KeyboardEvent } from 'react'
import { agentNameLimit } from '../../../main/contract/api/limits.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { visible } from '../../components/hygiene.ts'
import { useNameProblem } from '../../entities/agent/who-fields.tsx'
import { refusedBy } from '../../entities/agent/refusals.ts'
import { useRefused } from '../../entities/agent/use-refused.ts'
import { ask } from '../../state/connection.ts'
import css from './tabs.module.css'

interface RenameHereProps {
  readonly agent: AgentView
  /** It has another name, or keeps the one that it has. */
  readonly onDone: () => void
}

/** An agent's name, written in its place in the list. Enter keeps it, Esc leaves it, as does going elsewhere. */
export function RenameHere({ agent, onDone }: RenameHereProps) {
  const id = useId()
  const [name, setName] = useState(agent.name)
  const [refused, refuse] = useRefused(name)
  const told = useNameProblem(name, agent.id)
  const problem = refused?.words ?? (name === agent.name ? '' : told)
  const keep = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === agent.name) return onDone()
    ask('agents.change', { agent: agent.id, name }).then(onDone, (error: unknown) => refuse(refusedBy(error)))
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key !== 'Escape') return
    event.preventDefault()
    onDone()
  }
  return (
    <form className={css.rename} onSubmit={keep}>
      <input
        ref={(field) => field?.focus()}
        className="input"
        aria-label={`New name of ${visible(agent.name)}`}
        aria-invalid={problem !== ''}
        aria-describedby={problem === '' ? undefined : id}
        maxLength={agentNameLimit * 2}
        autoComplete="off"
        spellCheck={false}
        value={name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={press}
        onBlur={onDone}
      />
      {problem !== '' && (
        <small id={id} role="status">
          {problem}
        </small>
      )}
    </form>
  )
}
