import type { Clock, Identities, Launch, Installation } from '../../ports/ports.ts'
import type { OpenTools } from '../../ports/tools.ts'
import type { AgentFamily } from './agent-family.ts'
import type { ToolPrograms, ToolsBy } from './tool-programs.ts'

/** What the agents of any maker are given: who they are, Janus's tools, and of the person's environment a part. */
export interface FamilyTools {
  readonly identities: Identities
  /** Janus's own folder, absolute, which must exist; closed to the agents as far as their program can. */
  readonly stateFolder: string
  /** Where copies of what the person attaches lie, for every agent to read; absolute. */
  readonly attachmentsFolder?: string
  /** How the servers of Janus's tools are started; the identity file's path is put behind `args`. */
  readonly mcpServers: ToolPrograms
  /** Serves them in this process to programs that take them over their own pipes; without it none does. */
  readonly openTools?: OpenTools | undefined
  /** How agents reach those tools, if their program can; each by its own best way without it. */
  readonly tools?: ToolsBy | undefined
  /** The person's environment. */
  readonly environment: NodeJS.ProcessEnv
  /** What an agent is told about Janus when its conversation begins. */
  readonly introduction: (launch: Launch) => string
}

/** What the programs of any maker are opened with. */
export interface FamilyOptions extends FamilyTools {
  readonly clock: Clock
  /** Address of a model that answers in place of the account's; null for the account. */
  readonly modelUrl: string | null
  /** What leads the program to that model and away from any account, where a folder of its own is made for it. */
  readonly rehearsal?: Readonly<Record<string, string>>
  /** Path of the program that the person has set, or the environment; empty: the usual one. Asked whenever one is needed. */
  readonly chosenPath: () => string
  readonly log: (line: string) => void
}

/** One maker's agents, and how their program is installed. */
export interface Program {
  readonly family: AgentFamily
  readonly installation: Installation
}
