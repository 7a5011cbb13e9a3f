import { useRef, useState } from 'react'
import { kindFacts, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import type { ModelOffer } from '../../../main/contract/agents/model-offers.ts'
import type { PermissionMode } from '../../../main/contract/api/model.ts'
import { Button } from '../../components/button.tsx'
import { Picker, type PickerOption } from '../../components/picker.tsx'
import { useKind } from '../kind/kind-status.ts'
import css from './pickers.module.css'

/** Adds the chosen model if the program does not offer it. */
export function modelChoices(
  chosen: string | null,
  offered: readonly ModelOffer[],
): readonly PickerOption<string>[] {
  const isStrange = chosen !== null && !offered.some((offer) => offer.value === chosen)
  return [...offered, ...(isStrange ? [{ value: chosen, name: chosen, about: '' }] : [])]
}

export function modelWords(chosen: string | null, offered: readonly ModelOffer[]): string {
  return offered.find((offer) => offer.value === (chosen ?? ''))?.name ?? chosen ?? 'Default model'
}

/** From strict to lax. */
export const permissionModeWords: Readonly<Record<PermissionMode, string>> = {
  plan: 'Plan only',
  default: 'Ask before acting',
  acceptEdits: 'Edit freely',
  auto: 'Model decides',
  bypassPermissions: 'Never ask',
}

export const modeHints: Readonly<Record<PermissionMode, string>> = {
  plan: 'Reads and plans, changes nothing',
  default: 'Asks before edits and commands',
  acceptEdits: 'Changes files without asking',
  auto: 'A model approves what it finds safe and asks you about the rest; where it cannot judge, about every step',
  bypassPermissions: 'Runs every command without asking',
}

const none: readonly ModelOffer[] = []

interface ModelPickerProps {
  readonly kind: AgentKind
  /** Null means the program's default. */
  readonly value: string | null
  readonly onPick: (model: string | null) => void
}

/** Also accepts any other model by its name. */
export function ModelPicker({ kind, value, onPick }: ModelPickerProps) {
  const offers = useKind(kind)?.models ?? none
  return (
    <Picker
      label="Model"
      value={value ?? ''}
      shown={modelWords(value, offers)}
      choices={modelChoices(value, offers)}
      onPick={(model) => onPick(model === '' ? null : model)}
      footer={<OtherModel onPick={onPick} />}
    />
  )
}

function OtherModel({ onPick }: { readonly onPick: (model: string) => void }) {
  const [name, setName] = useState('')
  const row = useRef<HTMLDivElement>(null)
  const take = () => {
    if (name.trim() === '') return
    row.current?.closest<HTMLElement>('[popover]')?.hidePopover()
    onPick(name.trim())
    setName('')
  }
  return (
    // Not a form, because the popover may be inside one.
    <div ref={row} className={css.other}>
      <input
        className="input mono"
        aria-label="Another model"
        placeholder="Another, by its full name"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          take()
        }}
      />
      <Button onClick={take}>Use</Button>
    </div>
  )
}

const choiceOf = (value: PermissionMode) => ({
  value,
  name: permissionModeWords[value],
  about: modeHints[value],
})

interface ModePickerProps {
  readonly kind: AgentKind
  readonly value: PermissionMode
  readonly onPick: (mode: PermissionMode) => void
}

export function ModePicker({ kind, value, onPick }: ModePickerProps) {
  const choices = kindFacts[kind].modes.map(choiceOf)
  return <Picker label="Permission mode" value={value} choices={choices} onPick={onPick} />
}
