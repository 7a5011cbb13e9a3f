import { useId, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import type { AgentId, PermissionMode } from '../../../main/contract/api/model.ts'
import {
  missingRoles,
  originOf,
  roleLimits,
  roleNamed,
  type Role,
} from '../../../main/contract/agents/roles.ts'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { aboutRole, useRoles } from '../../entities/role/role-picker.tsx'
import { act } from '../../state/act.ts'
import { mirror } from '../../state/store.ts'
import { toast } from '../../state/view-store.ts'
import css from './roles.module.css'
import { usualKind, kindFacts, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Picker } from '../../components/picker.tsx'
import { SheetForm } from '../../components/sheet-form.tsx'
import { RoleLineField, TextField } from '../../entities/agent/fields.tsx'
import { modeHints, permissionModeWords, ModelPicker } from '../../entities/agent/pickers.tsx'
import { refusedBy, wordsAt } from '../../entities/agent/refusals.ts'
import { useRefused } from '../../entities/agent/use-refused.ts'
import { EffortPicker } from '../../entities/agent/set-up.tsx'
import { KindField } from '../../entities/kind/kind-choice.tsx'
import { ask } from '../../state/connection.ts'

type Page =
  | { readonly kind: 'list' }
  | { readonly kind: 'form'; readonly role: Role; readonly was: string | null }

interface RolesSheetProps {
  readonly from: AgentId | undefined
  readonly of: string | undefined
  readonly onClose: () => void
}

export function RolesSheet({ from, of, onClose }: RolesSheetProps) {
  const roles = useRoles()
  const [page, setPage] = useState<Page>(() => firstPage(roles, from, of))
  if (page.kind === 'form')
    return (
      <Dialog
        title={page.was === null ? 'New role' : `${visible(page.was)} role`}
        className={css.form}
        onClose={onClose}
        onBack={() => setPage({ kind: 'list' })}
      >
        <RoleForm role={page.role} was={page.was} onDone={() => setPage({ kind: 'list' })} />
      </Dialog>
    )
  const missing = missingRoles(roles)
  return (
    <Dialog title="Roles" onClose={onClose}>
      <div className="sheet-body">
        <p className="muted">
          Presets for new agents: program, model, permissions and instructions. Changes apply to new agents
          only.
        </p>
        {roles.length === 0 && <p>No roles.</p>}
        <ul className="ruled" aria-label="Roles">
          {roles.map((role) => (
            <RoleItem
              key={role.name}
              role={role}
              onEdit={() => setPage({ kind: 'form', role, was: role.name })}
            />
          ))}
        </ul>
      </div>
      <footer>
        {missing.length > 0 && (
          <Button variant="ghost" onClick={() => void act('roles.restore', {})}>
            Restore {missing.map(({ name }) => name).join(', ')}
          </Button>
        )}
        <span className="grow" />
        <Button
          variant="primary"
          disabled={roles.length >= roleLimits.roles}
          onClick={() => setPage({ kind: 'form', role: emptyRole, was: null })}
        >
          New role…
        </Button>
      </footer>
    </Dialog>
  )
}

function firstPage(roles: readonly Role[], from: AgentId | undefined, of: string | undefined): Page {
  const agent = from === undefined ? undefined : mirror.getState().agents[from]
  if (agent) return { kind: 'form', role: roleOf(agent), was: null }
  const role = of === undefined ? undefined : roleNamed(roles, of)
  return role ? { kind: 'form', role, was: role.name } : { kind: 'list' }
}

function RoleItem({ role, onEdit }: { readonly role: Role; readonly onEdit: () => void }) {
  const name = visible(role.name)
  const origin = originOf(role)
  const remove = async () => {
    await act('roles.delete', { role: role.name })
    toast(`Role ${name} deleted. Its agents are unchanged.`, {
      action: { label: 'Undo', run: () => void act('roles.keep', { role }) },
    })
  }
  return (
    <li className={classes('row wrap gap-3 row-gap-2', css.item)}>
      <span className={css.who}>
        <SafeText as="b" text={role.name} />: <SafeText as="span" className="muted" text={aboutRole(role)} />
      </span>
      {origin === 'changed' && (
        <Button
          variant="ghost"
          aria-label={`Reset ${name} to default`}
          title="Reset to default"
          onClick={() => void act('roles.restore', { role: role.name })}
        >
          Reset
        </Button>
      )}
      <Button aria-label={`Change ${name}`} onClick={onEdit}>
        Change…
      </Button>
      <Button variant="ghost" aria-label={`Delete ${name}`} onClick={() => void remove()}>
        Delete
      </Button>
    </li>
  )
}

const emptyRole: Role = {
  name: '',
  line: '',
  kind: usualKind,
  program: null,
  model: null,
  permissionMode: null,
  effort: null,
  instructions: '',
}

/** A role with the agent's settings, without its folder. */
function roleOf(agent: AgentView): Role {
  const { name, role: line, kind, program, model, permissionMode, effort, instructions } = agent
  return { name, line, kind, program, model, permissionMode, effort, instructions }
}

interface RoleFormProps {
  readonly role: Role
  /** Its saved name; null: new. */
  readonly was: string | null
  readonly onDone: () => void
}

function RoleForm({ role: given, was, onDone }: RoleFormProps) {
  const [role, setRole] = useState(given)
  const [refused, refuse] = useRefused(role)
  const change = (changed: Partial<Role>) => setRole((now) => ({ ...now, ...changed }))
  const keep = () =>
    ask('roles.keep', { role, ...(was === null ? {} : { was }) }).then(onDone, (error: unknown) =>
      refuse(refusedBy(error)),
    )
  return (
    <SheetForm act="Save" problem={wordsAt(refused, null)} onSubmit={keep} onClose={onDone}>
      <TextField
        label="Name"
        value={role.name}
        onChange={(name) => change({ name })}
        problem={wordsAt(refused, 'name')}
        isFirst
      />
      <RoleLineField value={role.line} onChange={(line) => change({ line })} />
      <Instructions of={role} onChange={(instructions) => change({ instructions })} />
      <KindField
        value={{ kind: role.kind, program: role.program ?? '' }}
        onPick={({ kind, program }) =>
          change({
            kind,
            program: kind === 'other' ? program : null,
            ...(kind === role.kind ? {} : { model: null, effort: null, permissionMode: null }),
          })
        }
        problem={wordsAt(refused, 'kind')}
      />
      <div className="field" role="group" aria-label="Model, effort and permissions">
        <span className="label" aria-hidden="true">
          Model, effort and permissions
        </span>
        <div className={css.setUp}>
          <ModelPicker kind={role.kind} value={role.model} onPick={(model) => change({ model })} />
          <EffortPicker
            kind={role.kind}
            model={role.model}
            value={role.effort}
            onPick={(effort) => change({ effort })}
          />
          <ModeOrUsual
            kind={role.kind}
            value={role.permissionMode}
            onPick={(permissionMode) => change({ permissionMode })}
          />
        </div>
        <small>
          {role.kind === usualKind
            ? 'Defaults come from the settings for new agents.'
            : 'Defaults are those of the program.'}
        </small>
      </div>
    </SheetForm>
  )
}

interface ModeOrUsualProps {
  readonly kind: AgentKind
  readonly value: PermissionMode | null
  readonly onPick: (mode: PermissionMode | null) => void
}

function ModeOrUsual({ kind, value, onPick }: ModeOrUsualProps) {
  const modes = kindFacts[kind].modes.map((mode) => ({
    value: mode,
    name: permissionModeWords[mode],
    about: modeHints[mode],
  }))
  return (
    <Picker<PermissionMode | 'usual'>
      label="Permission mode"
      value={value ?? 'usual'}
      choices={[{ value: 'usual', name: 'Default permissions', about: 'As in the settings' }, ...modes]}
      onPick={(mode) => onPick(mode === 'usual' ? null : mode)}
    />
  )
}

interface InstructionsProps {
  readonly of: Role
  readonly onChange: (instructions: string) => void
}

function Instructions({ of, onChange }: InstructionsProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Instructions</label>
      <textarea
        id={id}
        className="input"
        rows={7}
        dir="auto"
        maxLength={roleLimits.instructions}
        aria-describedby={`${id}-way`}
        value={of.instructions}
        onChange={(event) => onChange(event.target.value)}
      />
      <small id={`${id}-way`}>{wayWords(of.kind)}</small>
    </div>
  )
}

/** How the instructions of a role reach an agent of this kind. */
function wayWords(kind: AgentKind): string {
  const { told, name } = kindFacts[kind]
  return told === 'system'
    ? `Added to the system prompt of ${name}.`
    : `Put before the first message of each conversation: ${name} takes no system prompt.`
}
