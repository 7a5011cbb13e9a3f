import { useCallback, useState } from 'react'
import type { TabProposalView } from '../../../main/contract/agents/tab-proposals.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Dialog } from '../../components/dialog.tsx'
import { MoreOptions } from '../../components/more-options.tsx'
import { SheetForm } from '../../components/sheet-form.tsx'
import { TextAreaField } from '../../components/text-area-field.tsx'
import { visible } from '../../components/hygiene.ts'
import { RoleLineField } from '../../entities/agent/fields.tsx'
import { SetUpRow, useSetUpWords } from '../../entities/agent/set-up.tsx'
import { kindInput } from '../../entities/kind/kind-choice.tsx'
import { refusedBy } from '../../entities/agent/refusals.ts'
import { useRefused } from '../../entities/agent/use-refused.ts'
import { WorktreeField } from '../../entities/agent/worktree-field.tsx'
import { WhoFields } from '../../entities/agent/who-fields.tsx'
import { ask } from '../../state/connection.ts'

interface ChangeTabProposalProps {
  readonly agent: AgentView
  readonly of: TabProposalView
  readonly onClose: () => void
}

export function ChangeTabProposal({ agent, of, onClose }: ChangeTabProposalProps) {
  const { name, cwd, role, permissionMode, firstMessage } = of
  const [fields, setFields] = useState({
    kind: of.kind,
    program: of.program ?? '',
    name,
    cwd,
    role,
    model: of.model,
    effort: of.effort ?? null,
    permissionMode,
    firstMessage,
    worktree: of.inWorktree ?? false,
  })
  const [refused, refuse] = useRefused(fields)
  const change = (changed: Partial<typeof fields>) => setFields((now) => ({ ...now, ...changed }))
  const apart = useCallback((worktree: boolean) => setFields((now) => ({ ...now, worktree })), [])
  const setUp = useSetUpWords(fields.kind, fields)
  const open = () => {
    // Unchanged fields are left to the proposal: no more rights than the proposer's, and its own text.
    const { permissionMode: mode, firstMessage: said, kind, program, ...rest } = fields
    const more = {
      ...kindInput({ kind, program }),
      ...(mode === permissionMode ? {} : { permissionMode: mode }),
      ...(said === firstMessage ? {} : { firstMessage: said }),
    }
    ask('tabs.decide', { id: of.id, verb: 'open', ...rest, ...more }).then(onClose, (error: unknown) =>
      refuse(refusedBy(error)),
    )
  }
  return (
    <Dialog title={`Agent proposed by ${visible(agent.name)}`} onClose={onClose}>
      <SheetForm act="Create" onSubmit={open} onClose={onClose}>
        <WhoFields
          value={fields}
          onChange={change}
          onKind={({ kind, program }) =>
            change({ kind, program, ...(kind === fields.kind ? {} : { model: null, effort: null }) })
          }
          refused={refused}
        />
        <WorktreeField
          folder={fields.cwd.trim()}
          name={fields.name.trim()}
          isOn={fields.worktree}
          onTurn={apart}
          mayWrite={fields.permissionMode !== 'plan'}
        />
        <TextAreaField
          label="First message"
          rows={3}
          value={fields.firstMessage}
          onChange={(words) => change({ firstMessage: words })}
          hint="If you change this text, it is sent as your message. Leave it empty to send none."
        />
        <MoreOptions summary={[fields.role, setUp].filter((words) => words !== '').join(' · ')}>
          <RoleLineField value={fields.role} onChange={(line) => change({ role: line })} />
          <SetUpRow kind={fields.kind} value={fields} onChange={change} />
        </MoreOptions>
      </SheetForm>
    </Dialog>
  )
}
