import { useState, type FormEvent, type ReactNode } from 'react'
import { kindTitle } from '../../../main/contract/agents/kinds.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Avatar } from '../../entities/agent/avatar.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { SheetFooter } from '../../components/sheet-footer.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { Lacks } from '../../entities/kind/lacks.tsx'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { ask } from '../../state/connection.ts'
import { show } from '../../state/view-store.ts'
import { PolicyField, TextField } from '../../entities/agent/fields.tsx'
import { SetUpRow, type SetUpValue } from '../../entities/agent/set-up.tsx'
import { AnchorField } from './anchor-field.tsx'
import { GivenRole } from './given-role.tsx'
import { refusedBy, type Refused } from '../../entities/agent/refusals.ts'
import { FolderTrustRow } from './folder-trust.tsx'
import { Grants } from './grants.tsx'
import { SharedField } from './shared-field.tsx'
import css from './agent-settings.module.css'
import { classes } from '../../components/classes.ts'

interface AgentSettingsDialogProps {
  readonly agent: AgentView
  readonly onClose: () => void
}

/** What holds for an agent: role, model, permission mode, policy, look, what it may do, what its folder may. */
export function AgentSettingsDialog({ agent, onClose }: AgentSettingsDialogProps) {
  const [role, setRole] = useState(agent.role)
  const [setUp, setSetUp] = useState<SetUpValue>(agent)
  const [policy, setPolicy] = useState(agent.policy)
  const [anchors, setAnchors] = useState(agent.anchors)
  const [shared, setShared] = useState(agent.shared)
  const [refused, setRefused] = useState<Refused | null>(null)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const changed = {
      ...(role === agent.role ? {} : { role: role.trim() }),
      ...(setUp.model === agent.model ? {} : { model: setUp.model }),
      ...(setUp.effort === agent.effort ? {} : { effort: setUp.effort }),
      ...(policy === agent.policy ? {} : { policy }),
      ...(anchors === agent.anchors ? {} : { anchors }),
      ...(shared === agent.shared ? {} : { shared }),
      ...(setUp.permissionMode === agent.permissionMode ? {} : { permissionMode: setUp.permissionMode }),
    }
    ask('agents.change', { agent: agent.id, ...changed }).then(onClose, (error: unknown) =>
      setRefused(refusedBy(error)),
    )
  }
  return (
    <Dialog title={`Settings of ${visible(agent.name)}`} onClose={onClose}>
      <form onSubmit={save}>
        <div className={classes('sheet-body', css.settings)}>
          {refused && <Problem text={refused.words} />}
          <TextField
            label="Role"
            hint="One line, seen by the other agents"
            value={role}
            onChange={setRole}
            isFirst
          />
          <SetUpRow
            kind={agent.kind}
            value={setUp}
            efforts={agent.abilities.efforts}
            onChange={(changed) => setSetUp((now) => ({ ...now, ...changed }))}
          />
          <PolicyField value={policy} onChange={setPolicy} />
          <SharedField value={shared} onChange={setShared} />
          <AnchorField agent={agent} value={anchors} onChange={setAnchors} />
          <Section title="Agent">
            <p>
              <SafeText text={kindTitle(agent)} />
            </p>
            <Lacks kind={agent.kind} abilities={agent.abilities} />
          </Section>
          <GivenRole agent={agent} />
          <Section title="Look">
            <LookRow agent={agent} />
          </Section>
          <Section title="Handlers">
            <div className={css.row}>
              <p className="grow muted">{handlersWords(agent)}</p>
              <button
                type="button"
                className="btn"
                onClick={() => show({ kind: 'handlers', agent: agent.id })}
              >
                Handlers…
              </button>
            </div>
          </Section>
          <Section title="Allowed for good">
            <Grants agent={agent} />
          </Section>
          <Section title="Folder">
            <FolderTrustRow agent={agent} />
          </Section>
        </div>
        <SheetFooter act="Save" onClose={onClose} />
      </form>
    </Dialog>
  )
}

function LookRow({ agent: { id, name } }: Pick<AgentSettingsDialogProps, 'agent'>) {
  return (
    <div className={css.row}>
      <Avatar author={{ kind: 'agent', id }} name={name} />
      <button type="button" className="btn" onClick={() => show({ kind: 'look', agent: id })}>
        Colour and shape…
      </button>
    </div>
  )
}

function handlersWords({ handlers: { count, on } }: AgentView): string {
  if (count === 0) return 'None. They answer, hold or sort what peers write to it.'
  return `${count === 1 ? '1 rule' : `${count} rules`} about what peers write to it, ${on} on`
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="field">
      <h2 className="label">{title}</h2>
      {children}
    </section>
  )
}
