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
import type {
  Backend,
  FindProgram,
  Installations,
  ProgramDownloads,
  SettingsBook,
  TrustBook,
} from '../../ports/ports.ts'

interface ProgramsOptions extends Omit<FamilyOptions, 'chosenPath' | 'downloaded'> {
  /** Where the user says which programs they want. */
  readonly settings: SettingsBook
  readonly downloads: ProgramDownloads
  /** How what is left of the agents is ended should this process end without a word; their mark is put behind `args`. */
  readonly sweep: ProgramCommand
  /** The variables of the ports of the worktree that a folder lies in. */
  readonly portsIn: (folder: string) => Readonly<Record<string, string>>
  /** A picture that is kept, by its path. */
  readonly picture: (path: string) => Picture | null
}

/** The programs of all makers: their processes, how they are installed, and whether a folder may steer them. */
export interface Programs {
  readonly backend: Backend
  readonly installations: Installations
  readonly findProgram: FindProgram
  readonly trust: TrustBook
}

/** Where in `_meta` a program puts its own id of a tool's call, if not where it is usual. */
export const httpToolFormat = { callName: callIdMeta }

/** The same of programs that take the tools over their own pipes. */
export const pipeToolFormat = { callName: callIdMeta, listed: alwaysLoadMeta }

/** What leads the programs of a kind to the model that answers in place of their account. */
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

/** Nothing is started yet. */
export function openPrograms({
  sweep,
  settings,
  downloads,
  picture,
  portsIn,
  ...options
}: ProgramsOptions): Programs {
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
  // A model that answers in place of the account gets no key of it.
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

/**
 * Path of the program of a kind that the user wants; empty: the usual one. The variable of its kind (`JANUS_`, and its name) goes before what
 * was set, until the user sets it in this Janus: what they have just chosen is their newest word.
 */
export function chosenProgram(
  settings: SettingsBook,
  environment: NodeJS.ProcessEnv,
  kind: NamedKind,
): string {
  const told = settings.isSet(kind) ? '' : environment[`JANUS_${kind.toUpperCase()}`]
  return told || settings.values()[kind]
}
