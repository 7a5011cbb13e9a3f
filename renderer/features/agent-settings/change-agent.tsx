import { useState } from 'react'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { RequestInput } from '../../../main/contract/api/requests.ts'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { SheetForm } from '../../components/sheet-form.tsx'
import { ask } from '../../state/connection.ts'
import { useNameProblem } from '../../entities/agent/who-fields.tsx'
import { TextField } from '../../entities/agent/fields.tsx'
import { refusedBy, wordsAt } from '../../entities/agent/refusals.ts'
import { useRefused } from '../../entities/agent/use-refused.ts'

interface ChangeProps {
  readonly agent: AgentView
  readonly onClose: () => void
}

type Changed = Omit<RequestInput<'agents.change'>, 'agent'>

function useChange({ agent, onClose }: ChangeProps, written: string) {
  const [refused, refuse] = useRefused(written)
  const submit = (changed: Changed) =>
    ask('agents.change', { agent: agent.id, ...changed }).then(onClose, (error: unknown) =>
      refuse(refusedBy(error)),
    )
  return { refused, submit }
}

export function RenameDialog(props: ChangeProps) {
  const [name, setName] = useState(props.agent.name)
  const problem = useNameProblem(name, props.agent.id)
  const { refused, submit } = useChange(props, name)
  return (
    <Dialog title={`Rename ${visible(props.agent.name)}`} onClose={props.onClose}>
      <SheetForm
        act="Rename"
        problem={wordsAt(refused, null)}
        onSubmit={() => submit({ name })}
        onClose={props.onClose}
      >
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          problem={wordsAt(refused, 'name') || problem}
          isFirst
        />
      </SheetForm>
    </Dialog>
  )
}

export function RoleDialog(props: ChangeProps) {
  const [role, setRole] = useState(props.agent.role)
  const { refused, submit } = useChange(props, role)
  return (
    <Dialog title={`${visible(props.agent.name)}’s description`} onClose={props.onClose}>
      <SheetForm
        act="Save"
        problem={refused?.words ?? ''}
        onSubmit={() => submit({ role: role.trim() })}
        onClose={props.onClose}
      >
        <TextField
          label="Description"
          hint="One line, seen by the other agents"
          placeholder="Looks after the tests"
          value={role}
          onChange={setRole}
          isFirst
        />
      </SheetForm>
    </Dialog>
  )
}
