import { useState, type FormEvent } from 'react'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Problem } from '../../components/problem.tsx'
import { Name } from '../../components/safe-text.tsx'
import { TextField } from '../../entities/agent/fields.tsx'
import { refusedBy, wordsAt } from '../../entities/agent/refusals.ts'
import { useRefused } from '../../entities/agent/use-refused.ts'
import { ask } from '../../state/connection.ts'
import type { Group } from './groups.ts'
import css from './groups.module.css'

interface GroupFormProps {
  /** Null: a new one. */
  readonly group: Group | null
  readonly agents: readonly AgentView[]
  readonly onDone: () => void
}

interface Fields {
  readonly name: string
  readonly members: AgentId[]
}

/** The name of a group and who is in it. */
export function GroupForm({ group, agents, onDone }: GroupFormProps) {
  const [fields, setFields] = useState<Fields>({
    name: group?.name ?? '',
    members: group?.members.map(({ id }) => id) ?? [],
  })
  const { name, members } = fields
  const [refused, refuse] = useRefused(fields)
  const toggle = (id: AgentId) =>
    setFields((now) => ({
      ...now,
      members: now.members.includes(id) ? now.members.filter((one) => one !== id) : [...now.members, id],
    }))
  const keep = (event: FormEvent) => {
    event.preventDefault()
    const asked = group ? ask('groups.change', { group: group.name, ...fields }) : ask('groups.make', fields)
    asked.then(onDone, (error: unknown) => refuse(refusedBy(error)))
  }
  return (
    <form onSubmit={keep}>
      <div className="sheet-body">
        {wordsAt(refused, null) !== '' && <Problem text={wordsAt(refused, null)} />}
        <TextField
          label="Name"
          value={name}
          onChange={(changed) => setFields((now) => ({ ...now, name: changed }))}
          problem={wordsAt(refused, 'name')}
          hint="Agents write to it by this name"
          isFirst
        />
        <fieldset className={css.members}>
          <legend className="label">Who is in it</legend>
          {agents.map((agent) => (
            <label key={agent.id}>
              <input type="checkbox" checked={members.includes(agent.id)} onChange={() => toggle(agent.id)} />
              <Name name={agent.name} />
            </label>
          ))}
        </fieldset>
      </div>
      <footer>
        <button type="button" className="btn ghost" onClick={onDone}>
          Back
        </button>
        <button type="submit" className="btn primary" disabled={members.length === 0}>
          {group ? 'Save' : 'Make'}
        </button>
      </footer>
    </form>
  )
}
