import { kindFacts, usualKind } from '../../../main/contract/agents/kinds.ts'
import { roleNamed, type Role } from '../../../main/contract/agents/roles.ts'
import { Picker } from '../../components/picker.tsx'
import { useMirror } from '../../state/store.ts'

const none: readonly Role[] = []

export const useRoles = (): readonly Role[] => useMirror((now) => now.status?.settings.roles) ?? none

/** Its description, and its kind if that is not the default. */
export const aboutRole = ({ line, kind }: Role): string =>
  [line, kind === usualKind ? '' : kindFacts[kind].name].filter((part) => part !== '').join(' · ')

interface RolePickerProps {
  readonly value: string | null
  readonly onPick: (role: Role | null) => void
}

/** Renders nothing if the user has no roles. */
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

/** `RolePicker` as a row of a form. */
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
