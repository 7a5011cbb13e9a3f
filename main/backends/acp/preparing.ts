import type { Abilities } from '../../contract/agents/abilities.ts'
import { expectedAbilities } from '../../contract/agents/kind-abilities.ts'
import type { PermissionMode } from '../../contract/api/model.ts'
import type { Launch } from '../../ports/ports.ts'
import type { Configuration } from '../../adapters/processes/agent-family.ts'
import type { AcpConnection } from './connection.ts'
import { beginSession, goOnWithSession, type Greeting, type OpenedSession, type Opening } from './opening.ts'
import type { Profile, Wanted } from './profile.ts'
import { readError, UnusableError, type AcpSessionEvents, type AcpSettings } from './session.ts'
import { isEffort } from '../../contract/agents/efforts.ts'

interface LifeOpening {
  readonly connection: AcpConnection
  readonly greeting: Greeting
  readonly opening: Opening
  readonly launch: Pick<Launch, 'conversation' | 'conversed'>
  readonly profile: Profile
  readonly events: AcpSessionEvents
  /** Whether a new conversation may start if the known one can't be continued. */
  mayBegin(): boolean
  log(line: string): void
}

/** `isLost`: the known conversation could not be continued. */
interface LifeOpened {
  readonly opened: OpenedSession
  readonly isLost: boolean
  readonly isNew: boolean
}

export async function openSession(of: LifeOpening): Promise<LifeOpened> {
  const { connection, greeting, opening, profile, events } = of
  const { conversation, conversed } = of.launch
  if (conversed && goesOn(profile, greeting)) {
    try {
      const how = profile.goesOn
      const opened = await goOnWithSession(connection, greeting, opening, conversation, how, events)
      return { opened, isLost: false, isNew: false }
    } catch (error) {
      of.log(`its conversation is not taken up: ${readError(error).words}`)
      if (!of.mayBegin()) throw error
    }
  }
  const opened = await beginSession(connection, greeting, opening, events)
  return { opened, isLost: conversed, isNew: true }
}

const goesOn = (profile: Profile, { resumes, loads }: Greeting): boolean =>
  profile.goesOn !== 'never' && (resumes || loads)

export function steeringOf(
  { steering }: Profile,
  { steers }: Greeting,
): Exclude<Profile['steering'], 'offered'> {
  if (steering !== 'offered') return steering
  return steers ? 'steer' : 'none'
}

export function acpAbilities(profile: Profile, greeting: Greeting, mode: PermissionMode): Abilities {
  const abilities = { ...expectedAbilities[profile.kind], ...profile.mayDo }
  const canGoOn = goesOn(profile, greeting)
  const receipts = !canGoOn || !greeting.loads ? 'none' : greeting.version === 2 ? 'id' : abilities.receipts
  return {
    ...abilities,
    steers: steeringOf(profile, greeting) !== 'none',
    images: greeting.images,
    addsFolders: greeting.folders,
    keepsStopped: abilities.keepsStopped || greeting.version === 2,
    resumes: canGoOn,
    copies: profile.copiesBy === 'branch' || (profile.copiesBy === 'fork' && greeting.copies),
    receipts,
    compacts: greeting.version === 2,
    switchesTo: profile.switchesTo?.(mode) ?? abilities.switchesTo,
  }
}

/** Sets options that have another value. `must`: rejects if refused, since they decide whether the user is asked. */
async function setOptions(
  log: (line: string) => void,
  { session, settings }: OpenedSession,
  wanted: readonly Wanted[],
  how: 'must' | 'may',
): Promise<void> {
  for (const { option, value } of wanted) {
    const now = settings.find(({ id }) => id === option)
    if (now?.value === value) continue
    try {
      await session.set(option, value)
    } catch (error) {
      const { words } = readError(error)
      if (how === 'must')
        throw new UnusableError(`It cannot be told when to ask you: ${words}`, { cause: error })
      log(`setting ${option}: ${words}`)
    }
  }
}

export async function setAtStart(
  log: (line: string) => void,
  opened: OpenedSession,
  profile: Profile,
  { permissionMode, model, effort }: Configuration,
): Promise<void> {
  const { settings } = opened
  await setOptions(log, opened, wantedFor(profile, settings, permissionMode), 'must')
  if (model !== null) await setOptions(log, opened, modelOf(settings, model), 'may')
  if (effort !== null) await setOptions(log, opened, effortOf(settings, effort), 'may')
}

/** Sets all options whatever their current values are; refused options stay unchanged. */
export async function setAgain(
  log: (line: string) => void,
  opened: OpenedSession,
  profile: Profile,
  { permissionMode, model, effort }: Configuration,
): Promise<void> {
  const { settings } = opened
  const unknown = settings.map((one) => ({ ...one, value: '' }))
  const wanted = [
    ...wantedFor(profile, settings, permissionMode),
    ...modelOf(settings, model ?? settingOf(settings, 'model')?.value ?? ''),
    ...effortOf(settings, effort),
  ]
  await setOptions(log, { ...opened, settings: unknown }, wanted, 'may')
}

/** Names that agents give to Janus's permission modes, in order of preference. */
const names: Readonly<Record<PermissionMode, readonly RegExp[]>> = {
  plan: [/plan/],
  default: [/^default$/, /^ask/, /read-?only/, /workspace/, /manual/],
  acceptEdits: [/(accept|auto)-?_?edits?/, /^ask/, /workspace/, /^default$/, /read-?only/],
  auto: [/^ask/, /^default$/],
  bypassPermissions: [/bypass/, /yolo/, /full-?access/, /allow-?all/],
}

/** Returns the options for a permission mode; for an agent without a profile they are found by name. */
export function wantedFor(
  { modes }: Profile,
  settings: AcpSettings,
  mode: PermissionMode,
): readonly Wanted[] {
  if (modes !== null) return modes[mode] ?? modes.default
  const setting = settingOf(settings, 'mode')
  const found = names[mode]
    .map((name) => setting?.choices.find(({ value }) => name.test(value.toLowerCase())))
    .find((choice) => choice !== undefined)
  return setting === undefined || found === undefined ? [] : [{ option: setting.id, value: found.value }]
}

function modelOf(settings: AcpSettings, model: string): readonly Wanted[] {
  const setting = settingOf(settings, 'model')
  return setting === undefined || model === '' ? [] : [{ option: setting.id, value: model }]
}

export function effortsIn(settings: AcpSettings): readonly string[] {
  const values = settingOf(settings, 'thought_level')?.choices.map(({ value }) => value) ?? []
  return values.filter((value) => isEffort(value))
}

/** Options for an effort; null resets to the value at opening. Empty if the agent doesn't offer it. */
function effortOf(settings: AcpSettings, effort: string | null): readonly Wanted[] {
  const setting = settingOf(settings, 'thought_level')
  const value = effort ?? setting?.value ?? ''
  return setting?.choices.some((choice) => choice.value === value) ? [{ option: setting.id, value }] : []
}

const settingOf = (settings: AcpSettings, category: string) =>
  settings.find((setting) => setting.category === category)
