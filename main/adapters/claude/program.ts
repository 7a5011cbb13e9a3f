import type { Backend, Clock, Identities, Installation, Launch, TrustBook } from '../../ports.ts'
import type { ProgramCommand } from '../processes/command.ts'
import { ClaudeBackend } from './backend.ts'
import { rehearsalEnvironment } from './environment.ts'
import { CliInstallation } from './installation.ts'
import type { ToolPrograms } from './options.ts'
import { openTrust } from './trust/trust.ts'

/** What the agents' program is opened with. */
export interface ProgramOptions {
  readonly clock: Clock
  readonly identities: Identities
  /** Janus's own folder, absolute, which must exist. */
  readonly stateFolder: string
  /** How the servers of Janus's tools are started; the identity file's path is put behind `args`. */
  readonly mcpServers: ToolPrograms
  /** How what is left of the agents is ended should this process end without a word; their mark is put behind `args`. */
  readonly sweep: ProgramCommand
  /** The person's environment. */
  readonly environment: NodeJS.ProcessEnv
  /** Address of a model that answers in place of the account's; null for the account. */
  readonly modelUrl: string | null
  /** Path of the program that the person has set; empty: the one that comes with Janus. Asked whenever one is needed. */
  readonly chosenPath: () => string
  /** What is put behind the program's own system prompt. */
  readonly introduction: (launch: Launch) => string
  readonly log: (line: string) => void
}

/** The Claude CLI: its processes, how it is installed, and the question whether a folder may steer it. */
export interface Program {
  readonly backend: Backend
  readonly installation: Installation
  readonly trust: TrustBook
}

/** Nothing is started yet. `JANUS_CLAUDE` in the environment goes before the person's setting. */
export function openProgram(options: ProgramOptions): Program {
  const { clock, identities, stateFolder, mcpServers, sweep, modelUrl, log } = options
  const chosen = () => options.environment['JANUS_CLAUDE'] || options.chosenPath() || undefined
  const surroundings =
    modelUrl === null
      ? { environment: options.environment, overrides: {} }
      : rehearsalEnvironment(options.environment, stateFolder, modelUrl)
  const trust = openTrust(stateFolder, log)
  const backend = new ClaudeBackend({
    ...{ clock, identities, stateFolder, mcpServers, sweep, log, ...surroundings },
    get cliPath() {
      return chosen()
    },
    trust: async (folder) => (await trust.look(folder)).trust,
    appendSystemPrompt: options.introduction,
  })
  const installation = new CliInstallation({ ...{ clock, chosen, stateFolder }, ...surroundings })
  return { backend, installation, trust }
}
