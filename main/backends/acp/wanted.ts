import { isEffort } from '../../contract/agents/efforts.ts'
import type { PermissionMode } from '../../contract/api/model.ts'
import type { Profile, Wanted } from './profile.ts'
import type { Settings } from './session.ts'

/** Names that agents give to the modes of Janus, in the order in which they are looked for. */
const names: Readonly<Record<PermissionMode, readonly RegExp[]>> = {
  plan: [/plan/],
  default: [/^default$/, /^ask/, /read-?only/, /workspace/, /manual/],
  acceptEdits: [/(accept|auto)-?_?edits?/, /^ask/, /workspace/, /^default$/, /read-?only/],
  auto: [/^ask/, /^default$/],
  bypassPermissions: [/bypass/, /yolo/, /full-?access/, /allow-?all/],
}

/** How a session is to be set so that it asks as a mode says. Of an agent of no known kind it is found by its names. */
export function wantedFor(profile: Profile, { options }: Settings, mode: PermissionMode): readonly Wanted[] {
  if (profile.kind !== 'other') return profile.modes[mode] ?? profile.modes.default
  const option = options.find(({ category }) => category === 'mode')
  const found = names[mode]
    .map((name) => option?.choices.find(({ value }) => name.test(value.toLowerCase())))
    .find((choice) => choice !== undefined)
  return option === undefined || found === undefined ? [] : [{ option: option.id, value: found.value }]
}

/** The model that a session was opened with; empty: it names none. */
export const modelBefore = ({ options }: Settings): string =>
  options.find(({ category }) => category === 'model')?.value ?? ''

/** How a session is set to a model; empty: not at all. */
export function modelOf({ options }: Settings, model: string): readonly Wanted[] {
  const option = options.find(({ category }) => category === 'model')
  return option === undefined || model === '' ? [] : [{ option: option.id, value: model }]
}

const effortIn = ({ options }: Settings) => options.find(({ category }) => category === 'thought_level')

/** How hard the agent can be made to think, in its own words and order; none: it offers nothing of that kind. */
export const effortsIn = (settings: Settings): readonly string[] =>
  (effortIn(settings)?.choices ?? []).map(({ value }) => value).filter((value) => isEffort(value))

/** How a session is set to an effort, or back to the one that it was opened with; empty: not at all. */
export function effortOf(settings: Settings, effort: string | null): readonly Wanted[] {
  const option = effortIn(settings)
  const value = effort ?? option?.value ?? ''
  return option?.choices.some((choice) => choice.value === value) ? [{ option: option.id, value }] : []
}
