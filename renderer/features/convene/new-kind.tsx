import { usualKind } from '../../../main/contract/kinds.ts'
import type { Role } from '../../../main/contract/roles.ts'
import { classes } from '../../components/classes.ts'
import { EffortPicker } from '../../entities/agent/set-up.tsx'
import { RolePicker } from '../../entities/role/role-picker.tsx'
import { KindPicker, ProgramLine, type KindDraft } from '../../entities/kind/kind-choice.tsx'
import type { Sitter } from './circle-draft.ts'
import css from './convene.module.css'

interface NewKindProps {
  readonly who: Extract<Sitter, { kind: 'new' }>
  readonly onChange: (who: Extract<Sitter, { kind: 'new' }>) => void
}

const usual = { kind: usualKind, program: '' } as const

/** Whose agent the tab will be that is made for a seat, how hard it thinks, and with which role it is made. */
export function NewKind({
  who,
  onChange,
  onRole,
}: NewKindProps & { readonly onRole: (role: Role | null) => void }) {
  const { kind } = who.of ?? usual
  const { effort, template } = who
  return (
    <span className={css.whose}>
      <RolePicker value={template ?? null} onPick={onRole} />
      <KindPicker value={who.of ?? usual} onPick={(next) => onChange(ofOtherKind(who, next))} />
      <EffortPicker
        {...{ kind, model: null, value: effort ?? null }}
        onPick={(next) => onChange(withEffort(who, next))}
      />
    </span>
  )
}

type NewSitter = Extract<Sitter, { kind: 'new' }>

/** Without an effort, which is of its maker's. */
function ofOtherKind({ effort: _, ...who }: NewSitter, of: KindDraft): NewSitter {
  return { ...who, of }
}

function withEffort({ effort: _, ...who }: NewSitter, effort: string | null): NewSitter {
  return effort === null ? who : { ...who, effort }
}

/** A seat's new tab with a role, or with none: its name stays. */
export function ofRole({ name }: NewSitter, role: Role | null): NewSitter {
  if (role === null) return { kind: 'new', name }
  const { kind, program, effort } = role
  return {
    ...{ kind: 'new', name, of: { kind, program: program ?? '' }, template: role.name },
    ...(effort === null ? {} : { effort }),
  }
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
