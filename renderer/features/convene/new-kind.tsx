import { usualKind } from '../../../main/contract/agents/kinds.ts'
import type { Role } from '../../../main/contract/agents/roles.ts'
import { classes } from '../../components/classes.ts'
import { SetUp, useUsualMode, type SetUpValue } from '../../entities/agent/set-up.tsx'
import { RolePicker } from '../../entities/role/role-picker.tsx'
import { KindPicker, ProgramLine, type KindDraft } from '../../entities/kind/kind-choice.tsx'
import type { Sitter } from './circle-draft.ts'
import css from './convene.module.css'

interface NewKindProps {
  readonly who: Extract<Sitter, { kind: 'new' }>
  readonly onChange: (who: Extract<Sitter, { kind: 'new' }>) => void
}

const usual = { kind: usualKind, program: '' } as const

/** Whose agent the tab will be that is made for a seat, with which role it is made, and how it is set up. */
export function NewKind({
  who,
  onChange,
  onRole,
}: NewKindProps & { readonly onRole: (role: Role | null) => void }) {
  const { kind } = who.of ?? usual
  const { model = null, effort = null, template } = who
  const usualMode = useUsualMode(kind)
  const permissionMode = who.permissionMode ?? usualMode
  return (
    <span className={css.whose}>
      <RolePicker value={template ?? null} onPick={onRole} />
      <KindPicker value={who.of ?? usual} onPick={(next) => onChange(ofOtherKind(who, next))} />
      <SetUp
        kind={kind}
        value={{ model, effort, permissionMode }}
        onChange={(changed) => onChange(withSetUp(who, changed))}
      />
    </span>
  )
}

type NewSitter = Extract<Sitter, { kind: 'new' }>

/** Without model, effort and mode, which are of its maker's. */
function ofOtherKind({ name, template }: NewSitter, of: KindDraft): NewSitter {
  return { kind: 'new', name, of, ...(template === undefined ? {} : { template }) }
}

/** Set up in another way; what is left to the program is not said. */
export function withSetUp(
  { model: oldModel, effort: oldEffort, permissionMode: oldMode, ...who }: NewSitter,
  changed: { readonly [K in keyof SetUpValue]?: SetUpValue[K] | null },
): NewSitter {
  const { model = oldModel, effort = oldEffort, permissionMode = oldMode } = changed
  return {
    ...who,
    ...(model ? { model } : {}),
    ...(effort ? { effort } : {}),
    ...(permissionMode ? { permissionMode } : {}),
  }
}

/** A seat's new tab with a role, or with none: its name stays. */
export function ofRole({ name }: NewSitter, role: Role | null): NewSitter {
  if (role === null) return { kind: 'new', name }
  const { kind, program } = role
  const who = { kind: 'new', name, of: { kind, program: program ?? '' }, template: role.name } as const
  return withSetUp(who, role)
}

/** The command line of another agent, under the rest of its seat. */
export function NewProgram({ who, onChange }: NewKindProps) {
  const { of } = who
  if (of?.kind !== 'other') return null
  return (
    <ProgramLine
      className={classes(css.inline, css.line)}
      value={of.program}
      onChange={(program) => onChange({ ...who, of: { ...of, program } })}
    />
  )
}
