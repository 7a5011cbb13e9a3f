import { useCallback, useState, type KeyboardEvent } from 'react'
import { isPressed } from '../../keys/chord.ts'
import { isMac, submitOnModEnter } from '../../keys/current-keys.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Dialog } from '../../components/dialog.tsx'
import { MoreOptions } from '../../components/more-options.tsx'
import { SheetForm } from '../../components/sheet-form.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { refusedBy } from '../../entities/agent/refusals.ts'
import { useRefused } from '../../entities/agent/use-refused.ts'
import { WorktreeField } from '../../entities/agent/worktree-field.tsx'
import { RoleLineField } from '../../entities/agent/fields.tsx'
import { SetUpRow, useSetUpWords } from '../../entities/agent/set-up.tsx'
import { WhoFields } from '../../entities/agent/who-fields.tsx'
import { excessOf } from '../../entities/draft/send.ts'
import { RoleRow } from '../../entities/role/role-picker.tsx'
import { GoOnLine } from './go-on-line.tsx'
import {
  giveFirstWords,
  createAgent,
  freshFields,
  ofKind,
  fieldsWithRole,
  withoutSlash,
  type NewAgentFields,
} from './new-agent-fields.ts'

interface NewAgentDialogProps {
  readonly near: AgentView | null
  readonly onClose: () => void
}

export function NewAgentDialog({ near, onClose }: NewAgentDialogProps) {
  const [fields, setFields] = useState(() => freshFields(near))
  const [words, setWords] = useState('')
  const [refused, refuse] = useRefused(fields)
  const [isSent, setSent] = useState(false)
  const excess = excessOf(words)
  const change = (changed: Partial<NewAgentFields>) => setFields((now) => ({ ...now, ...changed }))
  const apart = useCallback((worktree: boolean) => setFields((now) => ({ ...now, worktree })), [])
  const setUp = useSetUpWords(fields.kind, fields)
  const summary = [fields.template ?? fields.role, setUp].filter((words) => words !== '').join(' · ')
  const create = async () => {
    if (excess !== null) return
    setSent(true)
    try {
      const id = await createAgent(fields)
      onClose()
      await giveFirstWords({ id, name: fields.name }, words)
    } catch (error) {
      refuse(refusedBy(error))
      setSent(false)
    }
  }
  return (
    <Dialog title="New agent" onClose={onClose}>
      <SheetForm
        act="Create"
        isSent={isSent}
        onSubmit={create}
        onClose={onClose}
        onKeyDown={submitOnModEnter}
      >
        <WhoFields
          value={fields}
          onChange={change}
          onKind={(next) => setFields((now) => ofKind(now, next))}
          refused={excess === null ? refused : { field: null, words: excess }}
          onFolderMade={() => refuse(null)}
        />
        <WorktreeField
          folder={withoutSlash(fields.cwd)}
          name={fields.name.trim()}
          isOn={fields.worktree ?? false}
          onTurn={apart}
          mayWrite={fields.permissionMode !== 'plan'}
        />
        <TextAreaField
          label="First message"
          rows={2}
          placeholder="What should it do? (optional)"
          value={words}
          onChange={setWords}
          onKeyDown={submitOnEnter}
        />
        <MoreOptions summary={summary}>
          <RoleRow value={fields.template} onPick={(role) => setFields((now) => fieldsWithRole(now, role))} />
          <RoleLineField value={fields.role} onChange={(role) => change({ role })} />
          <SetUpRow kind={fields.kind} value={fields} onChange={change} />
        </MoreOptions>
        <GoOnLine kind={fields.kind} folder={withoutSlash(fields.cwd)} />
      </SheetForm>
    </Dialog>
  )
}

/** Enter creates the agent, as Enter sends elsewhere. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (!isPressed('Enter', event.nativeEvent, isMac)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
