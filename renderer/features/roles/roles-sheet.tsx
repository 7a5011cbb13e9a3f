import { useState } from 'react'
import { classes } from '../../components/classes.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
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
import { RoleForm } from './role-form.tsx'
import css from './roles.module.css'
import { usualKind } from '../../../main/contract/agents/kinds.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'

type Page =
  | { readonly kind: 'list' }
  | { readonly kind: 'form'; readonly role: Role; readonly was: string | null }

interface RolesSheetProps {
  /** An agent that a new role is to be like. */
  readonly from: AgentId | undefined
  /** Name of the role that is open at first. */
  readonly of: string | undefined
  readonly onClose: () => void
}

/** The person's roles: made, changed, deleted and put back here. */
export function RolesSheet({ from, of, onClose }: RolesSheetProps) {
  const roles = useRoles()
  const [page, setPage] = useState<Page>(() => firstPage(roles, from, of))
  if (page.kind === 'form')
    return (
      <Dialog
        key="form"
        title={page.was === null ? 'New role' : `Role ${visible(page.was)}`}
        className={css.form}
        onClose={onClose}
      >
        <RoleForm role={page.role} was={page.was} onDone={() => setPage({ kind: 'list' })} />
      </Dialog>
    )
  const missing = missingRoles(roles)
  return (
    <Dialog key="list" title="Roles" onClose={onClose}>
      <div className="sheet-body">
        <p className="muted">
          What a new agent is made of. Folder and worktree are chosen with each agent. What you change here
          holds for agents that are made from now on; those that run stay as they are.
        </p>
        {roles.length === 0 && <p>There is no role.</p>}
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
          <button type="button" className="btn ghost" onClick={() => void act('roles.restore', {})}>
            Put back {missing.map(({ name }) => name).join(', ')}
          </button>
        )}
        <span className="grow" />
        <button
          type="button"
          className="btn primary"
          disabled={roles.length >= roleLimits.roles}
          onClick={() => setPage({ kind: 'form', role: emptyRole, was: null })}
        >
          New role…
        </button>
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
    toast(`The role ${name} is deleted. Agents that were made with it stay as they are.`, {
      action: { label: 'Undo', run: () => void act('roles.keep', { role }) },
    })
  }
  return (
    <li className={classes('row wrap gap-3 row-gap-2', css.item)}>
      <span className={css.who}>
        <b>
          <SafeText text={role.name} />
        </b>{' '}
        <span className="muted">
          <SafeText text={aboutRole(role)} />
        </span>
      </span>
      {origin === 'changed' && (
        <button
          type="button"
          className="btn ghost"
          aria-label={`Put ${name} back as it came with Janus`}
          title="As it came with Janus"
          onClick={() => void act('roles.restore', { role: role.name })}
        >
          Put back
        </button>
      )}
      <button type="button" className="btn" aria-label={`Change ${name}`} onClick={onEdit}>
        Change…
      </button>
      <button type="button" className="btn ghost" aria-label={`Delete ${name}`} onClick={() => void remove()}>
        Delete
      </button>
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

/** A role that makes agents like this one. Its folder stays its own. */
function roleOf(agent: AgentView): Role {
  const { name, role: line, kind, program, model, permissionMode, effort, instructions } = agent
  return { name, line, kind, program, model, permissionMode, effort, instructions }
}
