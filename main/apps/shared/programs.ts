import { homedir } from 'node:os'
import { join } from 'node:path'
import { openAcp } from '../../backends/acp/family.ts'
import { acpKinds } from '../../backends/acp/profiles/profiles.ts'
import { alwaysLoadMeta, callIdMeta } from '../../backends/claude/options.ts'
import { openClaude } from '../../backends/claude/family.ts'
import { openCodex } from '../../backends/codex/family.ts'
import { openTrust } from '../../backends/trust/trust.ts'
import { AgentBackend } from '../../adapters/processes/agent-backend.ts'
import { findProgram } from '../../adapters/processes/find-program.ts'
import type { ProgramCommand } from '../../adapters/processes/command.ts'
import type { FamilyOptions, Program } from '../../adapters/processes/agent-family.ts'
import { withoutAccounts, writeHome } from '../../adapters/rehearsal/homes/home.ts'
import { rehearsalHome, rehearsedKinds } from '../../adapters/rehearsal/homes/homes.ts'
import { handedVariables } from '../../server/agents/handed-variables.ts'
import type { Picture } from '../../ports/attachments.ts'
import type { AgentKind, NamedKind } from '../../contract/agents/kinds.ts'
import type { FindProgram, Installations, ProgramDownloads, SettingsBook } from '../../ports/ports.ts'

interface ProgramsOptions extends Omit<FamilyOptions, 'chosenPath' | 'downloaded'> {
  readonly settings: SettingsBook
  readonly downloads: ProgramDownloads
  /** Ends leftover agents if this process dies; their mark is appended to `args`. */
  readonly sweep: ProgramCommand
  /** Port variables of the worktree that contains a folder. */
  readonly portsIn: (folder: string) => Readonly<Record<string, string>>
  readonly picture: (path: string) => Picture | null
}

/** `_meta` key of a call's id, where programs differ from the default. */
export const httpToolFormat = { callName: callIdMeta }

/** The same for programs that use the tools over pipes. */
export const pipeToolFormat = { callName: callIdMeta, listed: alwaysLoadMeta }

/** Configures a kind's program to use the demo's model instead of an account. */
function rehearsalOf(
  kind: AgentKind,
  { modelUrl, stateFolder, environment }: Pick<FamilyOptions, 'modelUrl' | 'stateFolder' | 'environment'>,
): Pick<FamilyOptions, 'environment' | 'rehearsal'> {
  if (modelUrl === null) return { environment }
  const known = rehearsedKinds.find((one) => one === kind)
  if (known === undefined) return { environment: withoutAccounts(environment), rehearsal: {} }
  const home = rehearsalHome(known, join(stateFolder, 'rehearsal'), modelUrl)
  writeHome(home)
  return { environment: withoutAccounts(environment), rehearsal: home.environment }
}

export function openPrograms({ sweep, settings, downloads, picture, portsIn, ...options }: ProgramsOptions) {
  const { clock, identities, stateFolder, log } = options
  const paths = (kind: NamedKind) => ({
    chosenPath: () => chosenProgram(settings, options.environment, kind),
    downloaded: () => downloads.path(kind),
  })
  const claude = openClaude({ ...options, ...paths('claude') })
  const codex = openCodex({
    ...options,
    ...rehearsalOf('codex', options),
    ...paths('codex'),
  })
  const programs: Partial<Record<AgentKind, Program>> = { claude, codex }
  for (const kind of acpKinds) {
    const found = kind === 'other' ? { chosenPath: () => '' } : paths(kind)
    programs[kind] = openAcp(kind, { ...options, ...rehearsalOf(kind, options), ...found })
  }
  const trust = openTrust(stateFolder, log, homedir(), options.environment)
  // The demo's model gets no account keys.
  const handed = handedVariables(
    options.modelUrl === null ? options.environment : withoutAccounts(options.environment),
    { settings, trust },
  )
  const backend = new AgentBackend(
    {
      clock,
      identities,
      stateFolder,
      sweep,
      picture,
      log,
      trust: (kind) => async (folder) => (await trust.look(folder, kind)).trust,
      handed: async (launch, found) => ({ ...(await handed(launch, found)), ...portsIn(launch.cwd) }),
    },
    (kind) => (programs[kind] ?? claude).family,
  )
  const installations = Object.fromEntries(
    Object.entries(programs).map(([kind, { installation }]) => [kind, installation]),
  ) as Installations
  const find: FindProgram = (name) => findProgram(name, options.environment)
  return { backend, installations, findProgram: find, trust }
}

/** Empty for the default. `JANUS_<KIND>` counts until the user sets the program in Janus. */
export function chosenProgram(
  settings: SettingsBook,
  environment: NodeJS.ProcessEnv,
  kind: NamedKind,
): string {
  const told = settings.isSet(kind) ? '' : environment[`JANUS_${kind.toUpperCase()}`]
  return told || settings.values()[kind]
}
