import { SetUp } from '../../entities/agent/set-up.tsx'
import { FolderField } from '../../entities/folder/folder-field.tsx'
import { KindPicker, ProgramLine } from '../../entities/kind/kind-choice.tsx'
import { RolePicker } from '../../entities/role/role-picker.tsx'
import { DemoButton } from './demo.tsx'
import { ofKind, ofRole, type NewAgentFields } from './new-agent-fields.ts'
import type { Refused } from '../../entities/agent/refusals.ts'
import { classes } from '../../components/classes.ts'
import css from './start.module.css'

/** The element that says why the first words were not taken. */
export const problemId = 'first-problem'

interface FirstBarProps {
  readonly fields: NewAgentFields
  readonly onChange: (fields: NewAgentFields) => void
  readonly canStart: boolean
  /** The field that was refused; why stands over the words. */
  readonly wrong: Refused['field']
}

/** Who the first agent is and where it works, in one line under the first words. */
export function FirstBar({ fields, onChange, canStart, wrong }: FirstBarProps) {
  return (
    <>
      <input
        className={classes(css.bare, css.strong)}
        aria-label="Name"
        data-help="Name"
        aria-invalid={wrong === 'name'}
        aria-describedby={wrong === 'name' ? problemId : undefined}
        autoComplete="off"
        spellCheck={false}
        value={fields.name}
        onChange={(event) => onChange({ ...fields, name: event.target.value })}
      />
      <RolePicker value={fields.template} onPick={(role) => onChange(ofRole(fields, role))} />
      <KindPicker value={fields} onPick={(next) => onChange(ofKind(fields, next))} />
      {fields.kind === 'other' && (
        <ProgramLine
          className={css.bare}
          value={fields.program}
          onChange={(program) => onChange({ ...fields, program })}
          describedBy={wrong === 'kind' ? problemId : undefined}
        />
      )}
      <FolderField
        className={css.bareWith}
        value={fields.cwd}
        onChange={(cwd) => onChange({ ...fields, cwd })}
        problem={wrong === 'folder' ? problemId : undefined}
      />
      <span className={css.nextLine} />
      <SetUp kind={fields.kind} value={fields} onChange={(changed) => onChange({ ...fields, ...changed })} />
      <span className="grow" />
      <span className={css.starts}>
        <DemoButton />
        <button type="submit" className="btn primary" disabled={!canStart}>
          Start <kbd aria-hidden="true">↵</kbd>
        </button>
      </span>
    </>
  )
}
