import { usualKind } from '../../../main/contract/kinds.ts'
import { classes } from '../../components/classes.ts'
import { KindPicker, ProgramLine } from '../../entities/kind/kind-choice.tsx'
import type { Sitter } from './circle-draft.ts'
import css from './convene.module.css'

interface NewKindProps {
  readonly who: Extract<Sitter, { kind: 'new' }>
  readonly onChange: (who: Extract<Sitter, { kind: 'new' }>) => void
}

const usual = { kind: usualKind, program: '' } as const

/** Whose agent the tab will be that is made for a seat. */
export function NewKind({ who, onChange }: NewKindProps) {
  return (
    <span className={css.whose}>
      <KindPicker value={who.of ?? usual} onPick={(next) => onChange({ ...who, of: next })} />
    </span>
  )
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
