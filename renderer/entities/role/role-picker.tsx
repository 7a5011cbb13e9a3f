import { kindFacts, usualKind } from '../../../main/contract/agents/kinds.ts'
import { roleNamed, type Role } from '../../../main/contract/agents/roles.ts'
import { Picker } from '../../components/picker.tsx'
import { useMirror } from '../../state/store.ts'

const none: readonly Role[] = []

/** The user's roles. */
export const useRoles = (): readonly Role[] => useMirror((now) => now.status?.settings.roles) ?? none

/** What a role is in one line: what the others read, and whose agent it makes where that is not the usual one. */
export const aboutRole = ({ line, kind }: Role): string =>
  [line, kind === usualKind ? '' : kindFacts[kind].name].filter((part) => part !== '').join(' · ')

interface RolePickerProps {
  readonly value: string | null
  readonly onPick: (role: Role | null) => void
}

/** With which of the user's roles an agent is made; nothing where they have none. */
export function RolePicker({ value, onPick }: RolePickerProps) {
  const roles = useRoles()
  if (roles.length === 0 && value === null) return null
  return (
    <Picker
      label="Role"
      value={value ?? ''}
      shown={value ?? 'No role'}
      choices={[
        { value: '', name: 'No role', about: 'Only what you write' },
        ...roles.map((role) => ({ value: role.name, name: role.name, about: aboutRole(role) })),
      ]}
      onPick={(name) => onPick(name === '' ? null : (roleNamed(roles, name) ?? null))}
    />
  )
}

/** The same as a row of a form. */
export function RoleRow(props: RolePickerProps) {
  if (useRoles().length === 0) return null
  return (
    <div className="field" role="group" aria-label="Role">
      <span className="label" aria-hidden="true">
        Role
      </span>
      <div>
        <RolePicker {...props} />
      </div>
      <small>A preset of instructions, model and permissions.</small>
    </div>
  )
}
