import { useState, type FormEvent } from 'react'
import type { WishView } from '../../../main/contract/tab-wishes.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { FolderRow, ModelField, TextField } from '../../entities/agent/fields.tsx'
import { refusedBy, wordsAt, type Refused } from '../../entities/agent/refusals.ts'
import { ask } from '../../state/connection.ts'

interface ChangeWishProps {
  readonly agent: AgentView
  readonly of: WishView
  readonly onClose: () => void
}

/** Opens a tab that an agent wants, otherwise than it wished. */
export function ChangeWish({ agent, of, onClose }: ChangeWishProps) {
  const [fields, setFields] = useState({ name: of.name, cwd: of.cwd, role: of.role, model: of.model ?? '' })
  const [refused, setRefused] = useState<Refused | null>(null)
  const change = (changed: Partial<typeof fields>) => setFields((now) => ({ ...now, ...changed }))
  const open = (event: FormEvent) => {
    event.preventDefault()
    const model = fields.model.trim() === '' ? null : fields.model.trim()
    ask('tabs.decide', { id: of.id, verb: 'open', ...fields, model }).then(onClose, (error: unknown) =>
      setRefused(refusedBy(error)),
    )
  }
  return (
    <Dialog title={`A tab that ${visible(agent.name)} proposes`} onClose={onClose}>
      <form onSubmit={open}>
        <div className="sheet-body">
          {wordsAt(refused, null) !== '' && <Problem text={wordsAt(refused, null)} />}
          <TextField
            label="Name"
            value={fields.name}
            onChange={(name) => change({ name })}
            problem={wordsAt(refused, 'name')}
            isFirst
          />
          <FolderRow
            value={fields.cwd}
            onChange={(cwd) => change({ cwd })}
            problem={wordsAt(refused, 'folder')}
          />
          <TextField label="Role" value={fields.role} onChange={(role) => change({ role })} />
          <ModelField value={fields.model} onChange={(model) => change({ model })} />
        </div>
        <footer>
          <button type="button" className="btn ghost" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn primary">
            Open
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
