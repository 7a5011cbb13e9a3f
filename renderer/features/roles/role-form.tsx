import { useId, useState, type FormEvent } from 'react'
import { kindFacts, usualKind, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import type { PermissionMode } from '../../../main/contract/api/model.ts'
import { roleLimits, type Role } from '../../../main/contract/agents/roles.ts'
import { Picker } from '../../components/picker.tsx'
import { Problem } from '../../components/problem.tsx'
import { SheetFooter } from '../../components/sheet-footer.tsx'
import { TextField } from '../../entities/agent/fields.tsx'
import { modeHints, modeWords, ModelPicker } from '../../entities/agent/pickers.tsx'
import { refusedBy, wordsAt } from '../../entities/agent/refusals.ts'
import { useRefused } from '../../entities/agent/use-refused.ts'
import { EffortPicker } from '../../entities/agent/set-up.tsx'
import { KindField } from '../../entities/kind/kind-choice.tsx'
import { ask } from '../../state/connection.ts'
import css from './roles.module.css'

interface RoleFormProps {
  readonly role: Role
  /** Its name so far; null: it is new. */
  readonly was: string | null
  readonly onDone: () => void
}

/** A role while it is written. */
export function RoleForm({ role: given, was, onDone }: RoleFormProps) {
  const [role, setRole] = useState(given)
  const [refused, refuse] = useRefused(role)
  const change = (changed: Partial<Role>) => setRole((now) => ({ ...now, ...changed }))
  const keep = (event: FormEvent) => {
    event.preventDefault()
    ask('roles.keep', { role, ...(was === null ? {} : { was }) }).then(onDone, (error: unknown) =>
      refuse(refusedBy(error)),
    )
  }
  return (
    <form onSubmit={keep}>
      <div className="sheet-body">
        {wordsAt(refused, null) !== '' && <Problem text={wordsAt(refused, null)} />}
        <TextField
          label="Name"
          value={role.name}
          onChange={(name) => change({ name })}
          problem={wordsAt(refused, 'name')}
          isFirst
        />
        <TextField
          label="What it is for"
          hint="One line, seen by the other agents"
          value={role.line}
          onChange={(line) => change({ line })}
        />
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
              ? 'What is left at its default is as the settings say for new agents.'
              : 'What is left at its default is the program’s own choice.'}
          </small>
        </div>
      </div>
      <SheetFooter act="Save" onClose={onDone} />
    </form>
  )
}

interface ModeOrUsualProps {
  readonly kind: AgentKind
  readonly value: PermissionMode | null
  readonly onPick: (mode: PermissionMode | null) => void
}

/** How strictly an agent of the role asks, or as is usual for new agents. */
function ModeOrUsual({ kind, value, onPick }: ModeOrUsualProps) {
  const modes = kindFacts[kind].modes.map((mode) => ({
    value: mode,
    name: modeWords[mode],
    about: modeHints[mode],
  }))
  return (
    <Picker<PermissionMode | 'usual'>
      label="Permission mode"
      value={value ?? 'usual'}
      choices={[{ value: 'usual', name: 'Usual permissions', about: 'As the settings say' }, ...modes]}
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
      <label htmlFor={id}>What it is told at its start</label>
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

/** By which way the words of a role come to an agent of a kind. */
function wayWords(kind: AgentKind): string {
  const { told, name } = kindFacts[kind]
  return told === 'system'
    ? `${name} has it with its system prompt, once for each conversation.`
    : `${name} has no place for it beside its own prompt: it is put before the first words of a conversation.`
}
