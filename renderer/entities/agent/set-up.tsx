import { effortWords } from '../../../main/contract/agents/efforts.ts'
import { expectedAbilities } from '../../../main/contract/agents/kind-abilities.ts'
import { kindFacts, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import type { PermissionMode } from '../../../main/contract/api/model.ts'
import type { ModelOffer } from '../../../main/contract/agents/model-offers.ts'
import { Picker, type PickerOption } from '../../components/picker.tsx'
import { Yields } from '../../components/priority-row.tsx'
import { useMirror } from '../../state/store.ts'
import { useKind } from '../kind/kind-status.ts'
import { ModelPicker, ModePicker, modelWords, permissionModeWords } from './pickers.tsx'
import css from './pickers.module.css'

export interface SetUpValue {
  /** Null means the program's default. */
  readonly model: string | null
  readonly effort: string | null
  readonly permissionMode: PermissionMode
}

/** The user's default mode, if the kind has it. */
export function useUsualMode(kind: AgentKind): PermissionMode {
  const wanted = useMirror((now) => now.status?.settings.permissionMode ?? 'default')
  return kindFacts[kind].modes.includes(wanted) ? wanted : 'default'
}

/** Returns the efforts of the model, else those its process reported, else those expected of its kind. */
export function effortsOf(
  kind: AgentKind,
  model: string | null,
  offers: readonly ModelOffer[],
  told?: readonly string[],
): readonly string[] {
  const ofModel = offers.find(({ value }) => value === (model ?? ''))?.efforts
  return ofModel ?? told ?? expectedAbilities[kind].efforts
}

/** Adds the chosen effort if it is not offered. */
export function effortChoices(
  value: string | null,
  efforts: readonly string[],
): readonly PickerOption<string>[] {
  const all = value === null || efforts.includes(value) ? efforts : [...efforts, value]
  return [
    { value: '', name: 'Default effort', about: 'Default of its program' },
    ...all.map((effort) => ({ value: effort, name: effortWords(effort), about: '' })),
  ]
}

const none: readonly ModelOffer[] = []

interface EffortPickerProps {
  readonly kind: AgentKind
  readonly model: string | null
  /** As reported by its process. */
  readonly told?: readonly string[] | undefined
  readonly value: string | null
  readonly onPick: (effort: string | null) => void
}

/** Renders nothing if the effort can't be chosen. */
export function EffortPicker({ kind, model, told, value, onPick }: EffortPickerProps) {
  const efforts = effortsOf(kind, model, useKind(kind)?.models ?? none, told)
  if (efforts.length === 0 && value === null) return null
  return (
    <Picker
      label="Effort"
      value={value ?? ''}
      shown={value === null ? 'Default effort' : `${effortWords(value)} effort`}
      choices={effortChoices(value, efforts)}
      onPick={(effort) => onPick(effort === '' ? null : effort)}
    />
  )
}

interface SetUpProps {
  readonly kind: AgentKind
  readonly value: SetUpValue
  /** Of a running agent: as reported by its process. */
  readonly efforts?: readonly string[]
  readonly onChange: (changed: Partial<SetUpValue>) => void
}

export function SetUp({ kind, value, efforts, onChange }: SetUpProps) {
  const { model, effort, permissionMode } = value
  return (
    <>
      <Yields at={4}>
        <ModelPicker kind={kind} value={model} onPick={(next) => onChange({ model: next })} />
      </Yields>
      <Yields at={3}>
        <EffortPicker
          kind={kind}
          model={model}
          told={efforts}
          value={effort}
          onPick={(next) => onChange({ effort: next })}
        />
      </Yields>
      <Yields at={5}>
        <ModePicker
          kind={kind}
          value={permissionMode}
          onPick={(next) => onChange({ permissionMode: next })}
        />
      </Yields>
    </>
  )
}

/** `Opus · High effort · Plan only`; empty if everything is at its default. */
export function useSetUpWords(kind: AgentKind, { model, effort, permissionMode }: SetUpValue): string {
  const offers = useKind(kind)?.models ?? none
  return [
    model === null ? '' : modelWords(model, offers),
    effort === null ? '' : `${effortWords(effort)} effort`,
    permissionMode === 'default' ? '' : permissionModeWords[permissionMode],
  ]
    .filter((words) => words !== '')
    .join(' · ')
}

/** `SetUp` as a row of a form. */
export function SetUpRow(props: SetUpProps) {
  return (
    <div className="field" role="group" aria-label="Model, effort and permissions">
      <span className="label" aria-hidden="true">
        Model, effort and permissions
      </span>
      <div className={css.row}>
        <SetUp {...props} />
      </div>
    </div>
  )
}
