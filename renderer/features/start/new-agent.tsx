import { useCallback, useState, type FormEvent } from 'react'
import { kindFacts, usualKind } from '../../../main/contract/kinds.ts'
import type { AgentId, PermissionMode } from '../../../main/contract/model.ts'
import type { RequestInput } from '../../../main/contract/requests.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { Dialog } from '../../components/dialog.tsx'
import { SheetFooter } from '../../components/sheet-footer.tsx'
import { ask } from '../../state/connection.ts'
import { mirror } from '../../state/store.ts'
import { select } from '../../state/view-store.ts'
import { ModeField, ModelField } from '../../entities/agent/fields.tsx'
import { kindInput, type KindDraft } from '../../entities/kind/kind-choice.tsx'
import { refusedBy, type Refused } from '../../entities/agent/refusals.ts'
import { WorktreeField } from '../../entities/agent/worktree-field.tsx'
import { GoOnLine } from './go-on-line.tsx'
import { WhoFields, type Who } from '../../entities/agent/who-fields.tsx'

/** What makes an agent, as a person fills it in. */
export interface NewAgentFields extends Who {
  readonly model: string
  readonly permissionMode: PermissionMode
  /** In a worktree of its own. */
  readonly worktree?: boolean
}

/** Makes an agent from what was filled in; what is empty is left to main. Rejects as `ask` does. */
export async function createAgent(fields: NewAgentFields): Promise<AgentId> {
  const filled = Object.entries({ cwd: withoutSlash(fields.cwd), role: fields.role, model: fields.model })
    .map(([field, value]) => [field, value.trim()] as const)
    .filter(([, value]) => value !== '')
  const { name, permissionMode, worktree } = fields
  const input = {
    name,
    permissionMode,
    ...(worktree ? { worktree } : {}),
    ...kindInput(fields),
    ...Object.fromEntries(filled),
  }
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
  return { kind: usualKind, program: '', name, cwd, role: '', model: model ?? '', permissionMode }
}

/** The same for an agent of another kind: a model is one of its maker's, and not every kind has every mode. */
export function ofKind<F extends NewAgentFields>(fields: F, next: KindDraft): F {
  if (next.kind === fields.kind) return { ...fields, ...next }
  const { settings } = mirror.getState().status ?? {}
  const usual = settings?.permissionMode ?? 'default'
  const { modes } = kindFacts[next.kind]
  const permissionMode = [fields.permissionMode, usual].find((mode) => modes.includes(mode)) ?? 'default'
  return { ...fields, ...next, permissionMode, model: next.kind === usualKind ? (settings?.model ?? '') : '' }
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
  const apart = useCallback((worktree: boolean) => setFields((now) => ({ ...now, worktree })), [])
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
            onKind={(next) => setFields((now) => ofKind(now, next))}
            refused={refused}
            roleHint="One line, seen by the other agents"
          />
          <WorktreeField
            folder={withoutSlash(fields.cwd)}
            name={fields.name.trim()}
            isOn={fields.worktree ?? false}
            onTurn={apart}
            mayWrite={fields.permissionMode !== 'plan'}
          />
          <div className="sheet-pair">
            <ModelField kind={fields.kind} value={fields.model} onChange={(model) => change({ model })} />
            <ModeField
              kind={fields.kind}
              value={fields.permissionMode}
              onChange={(permissionMode) => change({ permissionMode })}
            />
          </div>
        </div>
        <GoOnLine kind={fields.kind} folder={withoutSlash(fields.cwd)} />
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
