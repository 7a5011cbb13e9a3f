import { useState, type FormEvent } from 'react'
import type { AgentId, PermissionMode } from '../../../main/contract/model.ts'
import type { RequestInput } from '../../../main/contract/requests.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { Dialog } from '../../components/dialog.tsx'
import { SheetFooter } from '../../components/sheet-footer.tsx'
import { ask } from '../../state/connection.ts'
import { mirror } from '../../state/store.ts'
import { select } from '../../state/view-store.ts'
import { ModeField, ModelField } from '../../entities/agent/fields.tsx'
import { refusedBy, type Refused } from '../../entities/agent/refusals.ts'
import { WhoFields, type Who } from '../../entities/agent/who-fields.tsx'

/** What makes an agent, as a person fills it in. */
export interface NewAgentFields extends Who {
  readonly model: string
  readonly permissionMode: PermissionMode
}

/** Makes an agent from what was filled in; what is empty is left to main. Rejects as `ask` does. */
export async function createAgent(fields: NewAgentFields): Promise<AgentId> {
  const filled = Object.entries({ cwd: withoutSlash(fields.cwd), role: fields.role, model: fields.model })
    .map(([field, value]) => [field, value.trim()] as const)
    .filter(([, value]) => value !== '')
  const input = { name: fields.name, permissionMode: fields.permissionMode, ...Object.fromEntries(filled) }
  const { id } = await ask('agents.create', input as RequestInput<'agents.create'>)
  select(id)
  return id
}

/** A folder that was completed ends with a slash, which is no part of its name. */
const withoutSlash = (folder: string) => folder.trim().replace(/(?<=[^/])\/+$/, '')

/** What a new agent starts from: a free name, the folder of the tab in view. */
export function freshFields(near: AgentView | null): NewAgentFields {
  const { agents, status } = mirror.getState()
  const name = suggestName(Object.values<AgentView>(agents).map((agent) => agent.name))
  const cwd = near?.cwd ?? status?.defaultFolder ?? ''
  const { model, permissionMode } = status?.settings ?? { model: null, permissionMode: 'default' }
  return { name, cwd, role: '', model: model ?? '', permissionMode }
}

interface NewAgentDialogProps {
  readonly near: AgentView | null
  readonly onClose: () => void
}

/** The sheet that opens a new tab. */
export function NewAgentDialog({ near, onClose }: NewAgentDialogProps) {
  const [fields, setFields] = useState(() => freshFields(near))
  const [refused, setRefused] = useState<Refused | null>(null)
  const [isSent, setSent] = useState(false)
  const change = (changed: Partial<NewAgentFields>) => setFields((now) => ({ ...now, ...changed }))
  const create = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    try {
      await createAgent(fields)
      onClose()
    } catch (error) {
      setRefused(refusedBy(error))
      setSent(false)
    }
  }
  return (
    <Dialog title="New agent" onClose={onClose}>
      <form onSubmit={(event) => void create(event)}>
        <div className="sheet-body">
          <WhoFields
            value={fields}
            onChange={change}
            refused={refused}
            roleHint="One line, seen by the other agents"
          />
          <div className="sheet-pair">
            <ModelField value={fields.model} onChange={(model) => change({ model })} />
            <ModeField
              value={fields.permissionMode}
              onChange={(permissionMode) => change({ permissionMode })}
            />
          </div>
        </div>
        <SheetFooter act="Create" onClose={onClose} isSent={isSent} />
      </form>
    </Dialog>
  )
}

const names = ['Scout', 'Builder', 'Critic', 'Schema', 'Scribe', 'Keeper', 'Tester', 'Guide']

/** A name that no tab has yet. */
function suggestName(taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()))
  const numbered = (at: number): string => {
    const name = `${names[at % names.length] ?? 'Agent'}${at < names.length ? '' : ` ${Math.floor(at / names.length) + 1}`}`
    return used.has(name.toLowerCase()) ? numbered(at + 1) : name
  }
  return numbered(0)
}
