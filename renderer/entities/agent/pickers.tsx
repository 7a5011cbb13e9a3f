import { useRef, useState } from 'react'
import type { PermissionMode } from '../../../main/contract/model.ts'
import type { ModelOffer } from '../../../main/contract/views.ts'
import { useMirror } from '../../state/store.ts'
import { modeHints, modeWords } from './permission-modes.ts'
import { isOwnChoice, modelChoices, modelWords } from './models.ts'
import { Picker } from '../../components/picker.tsx'

const none: readonly ModelOffer[] = []

interface ModelPickerProps {
  /** null leaves it to the CLI. */
  readonly value: string | null
  readonly onPick: (model: string | null) => void
}

/** Which model answers: those that the CLI offers, or any other by its name. */
export function ModelPicker({ value, onPick }: ModelPickerProps) {
  const offers = useMirror((now) => now.status?.models ?? none)
  return (
    <Picker
      label="Model"
      value={isOwnChoice(value) ? '' : value}
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
    // Not a form: this list also opens inside one.
    <div ref={row} className="other">
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
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          take()
        }}
      />
      <button type="button" className="btn" onClick={take}>
        Use
      </button>
    </div>
  )
}

const modes = (['plan', 'default', 'acceptEdits', 'bypassPermissions'] as const).map((value) => ({
  value,
  name: modeWords[value],
  about: modeHints[value],
}))

interface ModePickerProps {
  readonly value: PermissionMode
  readonly onPick: (mode: PermissionMode) => void
}

/** How strictly the agent asks before it acts. */
export function ModePicker({ value, onPick }: ModePickerProps) {
  return <Picker label="Permission mode" value={value} choices={modes} onPick={onPick} />
}
