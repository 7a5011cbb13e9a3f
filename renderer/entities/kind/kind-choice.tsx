import { useEffect, useId } from 'react'
import { expectedAbilities } from '../../../main/contract/agents/kind-abilities.ts'
import { kindFacts, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import { readProgramLine } from '../../../main/contract/agents/program-line.ts'
import type { KindStatus } from '../../../main/contract/api/views.ts'
import { classes } from '../../components/classes.ts'
import { Picker } from '../../components/picker.tsx'
import { Problem } from '../../components/problem.tsx'
import { SelectField } from '../../components/select-field.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { shortly, shortlyFixed } from './check-lines.ts'
import css from './kind.module.css'
import { lookAtKinds, useKind, useKinds } from './kind-status.ts'
import { Lacks } from './lacks.tsx'
import { AddProgram } from './agent-offers.tsx'
import { DownloadProgram } from './download.tsx'
import { CheckAgain, FixCommand } from './fix.tsx'

/** `program` is the command line as typed. */
export interface KindDraft {
  readonly kind: AgentKind
  readonly program: string
}

/** Only kind `other` has a command line. */
export const kindInput = ({ kind, program }: KindDraft) =>
  kind === 'other' ? { kind, program: program.trim() } : { kind }

interface KindPickerProps {
  readonly value: KindDraft
  readonly onPick: (next: KindDraft) => void
}

/** Also offers kinds that are not installed. */
export function KindPicker({ value, onPick }: KindPickerProps) {
  const kinds = useKinds()
  useEffect(lookAtKinds, [])
  return (
    <Picker
      label="Program"
      value={value.kind}
      shown={kindFacts[value.kind].name}
      choices={kinds.map((one) => ({
        value: one.kind,
        name: kindFacts[one.kind].name,
        about: shortlyFixed(one),
      }))}
      onPick={(kind) => onPick({ ...value, kind })}
    />
  )
}

interface ProgramLineProps {
  readonly value: string
  readonly onChange: (program: string) => void
  readonly className?: string | undefined
  readonly id?: string | undefined
  readonly describedBy?: string | undefined
}

export function ProgramLine({ value, onChange, className = 'input', id, describedBy }: ProgramLineProps) {
  return (
    <input
      id={id}
      className={classes(className, 'mono')}
      aria-label={id === undefined ? 'Command line' : undefined}
      placeholder="Command line, such as goose acp"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={4096}
      dir="ltr"
      value={value}
      aria-invalid={describedBy !== undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

interface KindFieldProps extends KindPickerProps {
  readonly problem: string
}

export function KindField({ value, onPick, problem }: KindFieldProps) {
  const kinds = useKinds()
  useEffect(lookAtKinds, [])
  return (
    <>
      <SelectField
        label="Program"
        value={value.kind}
        onChange={(kind) => onPick({ ...value, kind })}
        choices={kinds.map((one) => ({ value: one.kind, name: optionWords(one) }))}
      />
      {value.kind === 'other' && <ProgramField value={value} onPick={onPick} problem={problem} />}
      {value.kind !== 'other' && problem !== '' && <Problem text={problem} />}
      <KindNote kind={value.kind} />
    </>
  )
}

function optionWords(one: KindStatus): string {
  const { name } = kindFacts[one.kind]
  return one.problem === null ? name : `${name} (${shortly(one).toLowerCase()})`
}

function ProgramField({ value, onPick, problem }: KindFieldProps) {
  const id = useId()
  const read = readProgramLine(value.program)
  // An empty line is no error before it is sent.
  const wrong = problem || (value.program.trim() === '' || read.ok ? '' : read.problem)
  return (
    <div className="field">
      <label htmlFor={id}>Command line</label>
      <ProgramLine
        id={id}
        value={value.program}
        onChange={(program) => onPick({ ...value, program })}
        describedBy={wrong === '' ? undefined : `${id}-problem`}
      />
      {wrong !== '' && <Problem text={wrong} id={`${id}-problem`} />}
      <small>A program that speaks the Agent Client Protocol on stdin and stdout</small>
      <AddProgram value={value} onPick={onPick} />
    </div>
  )
}

function KindNote({ kind }: { readonly kind: AgentKind }) {
  const status = useKind(kind)
  return (
    <>
      {status?.problem && (
        <div className={classes('small muted break-anywhere', css.missing)} role="status">
          <SafeText as="p" text={status.problem.words} />
          <DownloadProgram of={status} />
          <FixCommand of={status} />
          <CheckAgain of={status} />
        </div>
      )}
      <Lacks kind={kind} abilities={expectedAbilities[kind]} />
    </>
  )
}
