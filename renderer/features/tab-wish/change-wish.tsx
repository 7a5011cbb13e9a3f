import { useState, type FormEvent } from 'react'
import type { WishView } from '../../../main/contract/tab-wishes.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { Dialog } from '../../components/dialog.tsx'
import { SheetFooter } from '../../components/sheet-footer.tsx'
import { visible } from '../../components/hygiene.ts'
import { ModelField } from '../../entities/agent/fields.tsx'
import { kindInput } from '../../entities/kind/kind-choice.tsx'
import { refusedBy, type Refused } from '../../entities/agent/refusals.ts'
import { WhoFields } from '../../entities/agent/who-fields.tsx'
import { ask } from '../../state/connection.ts'

interface ChangeWishProps {
  readonly agent: AgentView
  readonly of: WishView
  readonly onClose: () => void
}

/** Opens a tab that an agent wants, otherwise than it wished. */
export function ChangeWish({ agent, of, onClose }: ChangeWishProps) {
  const [fields, setFields] = useState(() => ({
    ...{ kind: of.kind, program: of.program ?? '' },
    ...{ name: of.name, cwd: of.cwd, role: of.role, model: of.model ?? '' },
  }))
  const [refused, setRefused] = useState<Refused | null>(null)
  const change = (changed: Partial<typeof fields>) => setFields((now) => ({ ...now, ...changed }))
  const open = (event: FormEvent) => {
    event.preventDefault()
    const model = fields.model.trim() === '' ? null : fields.model.trim()
    const { name, cwd, role } = fields
    ask('tabs.decide', { id: of.id, verb: 'open', name, cwd, role, ...kindInput(fields), model }).then(
      onClose,
      (error: unknown) => setRefused(refusedBy(error)),
    )
  }
  return (
    <Dialog title={`A tab that ${visible(agent.name)} proposes`} onClose={onClose}>
      <form onSubmit={open}>
        <div className="sheet-body">
          <WhoFields
            value={fields}
            onChange={change}
            onKind={({ kind, program }) =>
              change({ kind, program, ...(kind === fields.kind ? {} : { model: '' }) })
            }
            refused={refused}
          />
          <ModelField kind={fields.kind} value={fields.model} onChange={(model) => change({ model })} />
        </div>
        <SheetFooter act="Open" onClose={onClose} />
      </form>
    </Dialog>
  )
}
