import { useId, type ReactNode } from 'react'
import type { Policy } from '../../../main/contract/api/model.ts'
import { Problem } from '../../components/problem.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { takeFocus } from '../../components/focus.ts'
import { CreateFolder, FolderField } from '../folder/folder-field.tsx'
import { policies, policyHints } from './policies.tsx'
import { classes } from '../../components/classes.ts'

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: string
  readonly placeholder?: string
  /** Takes the focus when the sheet opens. */
  readonly isFirst?: boolean
  readonly isCode?: boolean
  readonly offers?: readonly string[]
  readonly problem?: string
}

export function TextField({
  label,
  value,
  onChange,
  hint,
  placeholder,
  isFirst,
  isCode,
  offers,
  problem = '',
}: TextFieldProps) {
  const id = useId()
  const described = [problem && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={isFirst ? takeFocus : undefined}
        id={id}
        className={classes('input', isCode && 'mono')}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        list={offers && `${id}-offers`}
        aria-invalid={problem !== ''}
        aria-describedby={described === '' ? undefined : described}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem !== '' && <Problem text={problem} id={`${id}-problem`} />}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {offers && (
        <datalist id={`${id}-offers`}>
          {offers.map((offer) => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
      )}
    </div>
  )
}

interface FolderRowProps {
  readonly label?: string
  readonly hint?: string
  readonly value: string
  readonly onChange: (folder: string) => void
  readonly problem: string
  /** The value is not a folder yet, but can be created; `onMade` is called afterwards. */
  readonly isMissing?: boolean | undefined
  readonly onMade?: (() => void) | undefined
  /** What to do with the folder, beside the field. */
  readonly children?: ReactNode
}

export function FolderRow(props: FolderRowProps) {
  const { label = 'Folder', hint, value, onChange, problem, isMissing, onMade, children } = props
  const id = useId()
  const isWrong = problem !== ''
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="folder-row">
        <FolderField
          id={id}
          className="input"
          value={value}
          onChange={onChange}
          problem={isWrong ? `${id}-problem` : undefined}
        />
        {children}
      </div>
      {!isWrong && hint !== undefined && <small>{hint}</small>}
      {isWrong && <Problem text={problem} id={`${id}-problem`} />}
      {isWrong && isMissing && <CreateFolder folder={value} onMade={onMade} />}
    </div>
  )
}

interface RoleLineProps {
  readonly value: string
  readonly onChange: (role: string) => void
}

export function RoleLineField(props: RoleLineProps) {
  return <TextField label="Description" hint="One line, seen by the other agents" {...props} />
}

interface PolicyFieldProps {
  readonly value: Policy
  readonly onChange: (value: Policy) => void
}

export function PolicyField({ value, onChange }: PolicyFieldProps) {
  return (
    <SelectField label="Incoming messages" value={value} onChange={onChange} choices={policies}>
      <small>{policyHints[value]}</small>
    </SelectField>
  )
}
