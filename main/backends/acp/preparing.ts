import type { Abilities } from '../../contract/agents/abilities.ts'
import { expectedAbilities } from '../../contract/agents/kind-abilities.ts'
import type { PermissionMode } from '../../contract/api/model.ts'
import type { Launch } from '../../ports/ports.ts'
import type { Configuration } from '../../adapters/processes/agent-family.ts'
import type { Connection } from './connection.ts'
import { beginSession, goOnWithSession, type Greeting, type Opened, type Opening } from './opening.ts'
import type { Profile, Wanted } from './profile.ts'
import { effortOf, modelBefore, modelOf, wantedFor } from './wanted.ts'
import { readError, UnusableError, type SessionEvents } from './session.ts'

/** What a life's session is opened with. */
export interface LifeOpening {
  readonly connection: Connection
  readonly greeting: Greeting
  readonly opening: Opening
  readonly launch: Pick<Launch, 'conversation' | 'conversed'>
  readonly profile: Profile
  readonly events: SessionEvents
  /** Whether a new conversation may be begun where the one that is known cannot be taken up. */
  mayBegin(): boolean
  log(line: string): void
}

/** A session that is open; `isLost`: another one was expected. */
export interface LifeOpened {
  readonly opened: Opened
  readonly isLost: boolean
  readonly isNew: boolean
}

/** Goes on with the conversation that is known, else begins one. */
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

/** What a process can do, by what is known of its kind and what it says itself. */
export function abilitiesOf(
  profile: Profile,
  greeting: Greeting,
  fold: Profile['fold'],
  mode: PermissionMode,
): Abilities {
  const abilities = { ...expectedAbilities[profile.kind], ...profile.mayDo }
  const canGoOn = goesOn(profile, greeting)
  const receipts = !canGoOn || !greeting.loads ? 'none' : greeting.version === 2 ? 'id' : abilities.receipts
  return {
    ...abilities,
    folds: fold !== 'none',
    images: greeting.images,
    keepsStopped: abilities.keepsStopped || greeting.version === 2,
    resumes: canGoOn,
    copies: profile.copiesBy === 'branch' || (profile.copiesBy === 'fork' && greeting.copies),
    receipts,
    compacts: greeting.version === 2,
    switchesTo: profile.switchesTo?.(mode) ?? abilities.switchesTo,
  }
}

/** Sets options that are set otherwise. `must`: what decides whether the person is asked; rejects where it is not taken. */
export async function setOptions(
  log: (line: string) => void,
  { session, settings }: Opened,
  wanted: readonly Wanted[],
  how: 'must' | 'may',
): Promise<void> {
  for (const { option, value } of wanted) {
    const now = settings.options.find(({ id }) => id === option)
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

/** Sets a session that was just opened as its launch says; rejects where it cannot be told when to ask. */
export async function setAtStart(
  log: (line: string) => void,
  opened: Opened,
  profile: Profile,
  { permissionMode, model, effort }: Configuration,
): Promise<void> {
  const { settings } = opened
  await setOptions(log, opened, wantedFor(profile, settings, permissionMode), 'must')
  if (model !== null) await setOptions(log, opened, modelOf(settings, model), 'may')
  if (effort !== null) await setOptions(log, opened, effortOf(settings, effort), 'may')
}

/** Sets it otherwise, whatever it is set to by now; what it does not take stays as it is. */
export async function setAnew(
  log: (line: string) => void,
  opened: Opened,
  profile: Profile,
  { permissionMode, model, effort }: Configuration,
): Promise<void> {
  const { settings } = opened
  const unknown = { options: settings.options.map((one) => ({ ...one, value: '' })) }
  const wanted = [
    ...wantedFor(profile, settings, permissionMode),
    ...modelOf(settings, model ?? modelBefore(settings)),
    ...effortOf(settings, effort),
  ]
  await setOptions(log, { ...opened, settings: unknown }, wanted, 'may')
}
