import { useState, type KeyboardEvent } from 'react'
import type { Cap } from '../../../main/contract/budget/budget.ts'
import { usualKind } from '../../../main/contract/agents/kinds.ts'
import type { Settings } from '../../../main/contract/app/settings.ts'
import type { SettingReport } from '../../../main/contract/api/views.ts'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { Switch } from '../../components/switch.tsx'
import { capIn, typedOf } from '../../entities/budget/cap-form.tsx'
import { effortChoices, effortsOf } from '../../entities/agent/set-up.tsx'
import { FolderField } from '../../entities/folder/folder-field.tsx'
import { useKind } from '../../entities/kind/kind-status.ts'
import { useMirror } from '../../state/store.ts'
import { show } from '../../state/view-store.ts'
import type { SettingValue } from './settings-sheet.tsx'
import css from './settings.module.css'
import type { ProgramOffer } from '../../../main/contract/folders/changes.ts'
import { useAnswer } from '../../state/use-answer.ts'

interface FieldProps {
  readonly of: SettingReport
  readonly value: SettingValue
  readonly onKeep: (next: SettingValue) => void
  /** Called with the error of the input; empty when valid. */
  readonly onProblem: (words: string) => void
  readonly id: string
  readonly describedBy: string
  readonly isWrong: boolean
}

export function SettingField(props: FieldProps) {
  const { of, value, onKeep, id, describedBy } = props
  switch (of.control?.as) {
    case 'switch':
      return <Switch id={id} label={value === true ? 'On' : 'Off'} isOn={value === true} onTurn={onKeep} />
    case 'choice':
      return (
        <select
          id={id}
          className="input"
          aria-describedby={describedBy}
          value={String(value)}
          onChange={(event) => onKeep(event.target.value as SettingValue)}
        >
          {Object.entries(of.control.choices).map(([choice, words]) => (
            <option key={choice} value={choice}>
              {words}
            </option>
          ))}
        </select>
      )
    case 'number':
      return <NumberField {...props} unit={of.control.unit} />
    case 'folder':
      return <FolderSetting {...props} />
    case 'model':
      return <ModelSetting {...props} />
    case 'effort':
      return <EffortSetting {...props} />
    case 'roles':
      return <SheetButton {...props} words={rolesWords(value as Settings['roles'])} open="roles" />
    case 'keys':
      return <SheetButton {...props} words={keysWords(value as Settings['keys'])} open="keys" />
    case 'cap':
      return <CapSetting {...props} />
    case 'editor':
    case 'terminal':
      return <ProgramSetting {...props} program={of.control.as} />
    case 'file':
      return <Line {...props} shown={String(value)} onLine={onKeep} isCode />
    default:
      return <Line {...props} shown={String(value)} onLine={onKeep} />
  }
}

interface LineProps extends FieldProps {
  readonly shown: string
  readonly onLine: (typed: string) => void
  readonly isCode?: boolean
  readonly isShort?: boolean
  readonly offers?: readonly string[]
  readonly label?: string
  readonly placeholder?: string
}

/** A text that is saved on blur or Enter; Escape restores the saved value. */
function Line({ shown, onLine, isCode, isShort, offers, label, placeholder, ...field }: LineProps) {
  const { id, describedBy, isWrong, onProblem } = field
  const [typed, setTyped] = useState({ of: shown, text: shown })
  const now = typed.of === shown ? typed.text : shown
  const type = (text: string) => setTyped({ of: shown, text })
  const keep = () => now !== shown && onLine(now.trim())
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') keep()
    if (event.key !== 'Escape' || (now === shown && !isWrong)) return
    event.preventDefault()
    event.stopPropagation()
    type(shown)
    onProblem('')
  }
  return (
    <>
      <input
        id={id}
        className={classes('input', isCode && 'mono', isShort && css.short)}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={isWrong}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        list={offers && `${id}-offers`}
        value={now}
        onChange={(event) => type(event.target.value)}
        onBlur={keep}
        onKeyDown={press}
      />
      {offers && (
        <datalist id={`${id}-offers`}>
          {offers.map((offer) => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
      )}
    </>
  )
}

function NumberField({ unit, ...props }: FieldProps & { readonly unit: string }) {
  const { value, onKeep, onProblem } = props
  const keep = (typed: string) => {
    const number = Number(typed)
    if (typed === '' || !Number.isFinite(number)) onProblem('Enter a number, such as 120.')
    else onKeep(number)
  }
  return (
    <>
      <Line {...props} shown={String(value)} onLine={keep} isShort />
      <span className="muted">{unit}</span>
    </>
  )
}

function ModelSetting(props: FieldProps) {
  const offers = (useKind(usualKind)?.models ?? []).map(({ value }) => value).filter((value) => value !== '')
  const { value, onKeep } = props
  return (
    <Line
      {...props}
      shown={typeof value === 'string' ? value : ''}
      onLine={(typed) => onKeep(typed === '' ? null : typed)}
      placeholder="Default"
      offers={offers}
    />
  )
}

function EffortSetting({ value, onKeep, id, describedBy }: FieldProps) {
  const model = useMirror((now) => now.status?.settings.model ?? null)
  const offers = useKind(usualKind)?.models ?? []
  const chosen = typeof value === 'string' ? value : null
  return (
    <select
      id={id}
      className="input"
      aria-describedby={describedBy}
      value={chosen ?? ''}
      onChange={(event) => onKeep(event.target.value === '' ? null : event.target.value)}
    >
      {effortChoices(chosen, effortsOf(usualKind, model, offers)).map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.name}
        </option>
      ))}
    </select>
  )
}

interface SheetButtonProps extends FieldProps {
  readonly words: string
  readonly open: 'roles' | 'keys'
}

function SheetButton({ id, words, open, describedBy }: SheetButtonProps) {
  return (
    <>
      <span className="grow muted">{words}</span>
      <Button id={id} aria-describedby={describedBy} onClick={() => show({ kind: open })}>
        {open === 'roles' ? 'Roles…' : 'Keyboard shortcuts…'}
      </Button>
    </>
  )
}

const rolesWords = (roles: Settings['roles']): string => roles.map(({ name }) => name).join(', ') || 'None'

function keysWords(keys: Settings['keys']): string {
  const count = Object.keys(keys).length
  return count === 0 ? 'Default' : count === 1 ? '1 custom' : `${count} custom`
}

function FolderSetting({ value, onKeep, id, describedBy, isWrong }: FieldProps) {
  const shown = String(value)
  const [typed, setTyped] = useState({ of: shown, text: shown })
  const now = typed.of === shown ? typed.text : shown
  const keep = () => now !== shown && onKeep(now.trim().replace(/(?<=[^/])\/+$/, ''))
  return (
    <span className={css.wide} onBlur={keep}>
      <FolderField
        id={id}
        className="input"
        value={now}
        onChange={(text) => setTyped({ of: shown, text })}
        problem={isWrong ? describedBy : undefined}
      />
    </span>
  )
}

/** Two numbers; both empty: no limit. */
function CapSetting(props: FieldProps) {
  const { of, value, id, onKeep, onProblem } = props
  const shown = typedOf((value as Cap | null) ?? { usd: null, tokens: null })
  const keep = (change: Partial<typeof shown>) => {
    const read = capIn({ ...shown, ...change })
    if ('problem' in read) return onProblem(read.problem)
    const { usd, tokens } = read.cap
    onKeep(usd === null && tokens === null ? null : read.cap)
  }
  return (
    <>
      <span className="muted" aria-hidden="true">
        $
      </span>
      <Line
        {...props}
        label={`${of.title}, dollars`}
        shown={shown.usd}
        onLine={(usd) => keep({ usd })}
        placeholder="none"
        isShort
      />
      <Line
        {...props}
        id={`${id}-tokens`}
        label={`${of.title}, tokens`}
        shown={shown.tokens}
        onLine={(tokens) => keep({ tokens })}
        placeholder="none"
        isShort
      />
      <span className="muted">tokens</span>
    </>
  )
}

interface ProgramSettingProps extends FieldProps {
  readonly program: 'editor' | 'terminal'
}

const words = {
  editor: { placeholder: 'code -g {file}:{line}', group: 'Editors on this machine' },
  terminal: { placeholder: 'konsole --workdir {folder}', group: 'Terminals on this machine' },
}

function ProgramSetting({ program, ...props }: ProgramSettingProps) {
  const { value, onKeep } = props
  const { placeholder, group } = words[program]
  const offers = useOffers(program)
  return (
    <>
      <Line {...props} shown={String(value)} onLine={onKeep} placeholder={placeholder} isCode />
      {offers.length > 0 && (
        <span className={css.offers} role="group" aria-label={group}>
          {offers.map(({ name, command }) => (
            <Button
              key={command}
              variant="ghost"
              aria-pressed={command === value}
              title={command}
              onClick={() => onKeep(command)}
            >
              {name}
            </Button>
          ))}
        </span>
      )}
    </>
  )
}

function useOffers(program: ProgramSettingProps['program']): readonly ProgramOffer[] {
  const { answer } = useAnswer(program === 'editor' ? 'editors.list' : 'terminals.list', {})
  if (answer === null) return []
  return 'editors' in answer ? answer.editors : answer.terminals
}
