import type { TaskOutput } from '../../contract/agents/background.ts'
import type { AgentId, FrameId } from '../../contract/api/model.ts'
import type { Picture } from '../../ports/attachments.ts'
import type { PlanLimit } from '../../contract/budget/plan.ts'
import type { FileUndo } from '../../contract/folders/conversations.ts'
import type { SessionList } from '../../ports/conversations.ts'
import type {
  BackendOffer,
  Clock,
  Decision,
  Entrance,
  ForkPlace,
  Launch,
  Located,
  TrustAtStart,
  Identities,
  Installation,
  Fact,
} from '../../ports/ports.ts'
import type { OwnServer } from '../../contract/agents/tool-calls.ts'
import type { ProgramCommand } from './command.ts'
import type { BeforeEdit } from '../../ports/edits.ts'
import type { OpenTools } from '../../ports/tools.ts'
import type { Delta } from '../../contract/api/feed.ts'

/** What one life of an agent is begun with. */
export interface Life {
  readonly agent: AgentId
  readonly run: number
  readonly launch: Launch
  readonly clock: Clock
  /** Resolves when the process before it is gone: two must never write one conversation. */
  readonly before: Promise<void>
  /** Begins the mark, `NAME=value`, that all its processes bear in their environment; more may follow. */
  readonly marker: string
  /** Whether the folder's own settings count. */
  readonly trust: TrustAtStart
  /** Variables of the user's that this agent gets beside those of its kind; complete once `trust` has answered. */
  readonly handed: Readonly<Record<string, string>>
  hear(heard: ProgramEvent): void
  offered(offer: BackendOffer): void
  /** As `BackendSink.limited`. */
  limited(limits: readonly PlanLimit[]): void
  /** Its process is gone: what it was known by must not be taken for it any more. */
  revoke(): void
  /** For diagnosis; never holds what was said. */
  log(line: string): void
}

/** What is put before an agent. */
export interface Prompt {
  readonly frame: FrameId
  readonly text: string
  /** The user's own words, as they typed them. */
  readonly isFromUser: boolean
  readonly how: Entrance
  /** What its model is shown beside the words. */
  readonly pictures: readonly Picture[]
}

/** What of a launch can be changed in a process that runs. */
export type Configuration = Pick<Launch, 'model' | 'effort' | 'permissionMode'>

/** One life of one agent's program, from its start to the last process of its group. Calls return at once. */
export interface ProcessRun {
  readonly run: number
  /** Resolves when nothing of it is left and everything has been told. Never rejects. */
  readonly over: Promise<void>
  write(prompt: Prompt): void
  interrupt(): void
  /** Ends something that runs beside the turns; absent without the ability `stopsTasks`. */
  stopTask?(task: string): void
  /** As `Backend.taskOutput`; absent: nothing can be read of any. */
  taskOutput?(task: string): Promise<TaskOutput>
  configure(to: Configuration): void
  /** As `Backend.undoFiles`; absent without the ability `undoes`. */
  undoFiles?(frame: FrameId, how: 'look' | 'do'): Promise<FileUndo>
  decide(request: string, decision: Decision): void
  /**
   * Ends it. `interrupt`: a turn that runs is stopped first, so that it does not run on. `spare`: it is taken up
   * again at the next start if it does not end by itself.
   */
  stop(turn: 'interrupt' | 'spare'): void
  /** Ends it at once, by force, also one that is being stopped already. */
  kill(): void
}

/** A conversation as its agent's tab knows it. */
export interface ConversationPlace {
  readonly agent: AgentId
  readonly cwd: string
  readonly conversation: string
  readonly program: string | null
}

/** What is different about the agents of one maker. */
export interface AgentFamily {
  start(life: Life): ProcessRun
  /** Where each of these frames stands in its conversation. A rejection means that nobody knows. */
  locate(place: ConversationPlace, frames: readonly FrameId[]): Promise<readonly Located[]>
  /** As `Backend.fork`; without the ability `forks` it is never given a place. */
  fork(of: ConversationPlace, place?: ForkPlace): Promise<string | null>
  /** The conversations that its program keeps, where it keeps any that can be read. */
  readonly sessionList?: SessionList
  /** The agent is gone for good, and so is its process: what is kept for it goes too. */
  forget(agent: AgentId): void
}

/**
 * How an agent reaches the servers of Janus's tools: over the pipes of its own program, where that can be (`pipe`), or
 * over HTTP, both served by the app's process; or as processes of its own.
 */
export type ToolsBy = 'pipe' | 'http' | 'stdio'

/** Something of each server of Janus's tools. */
export const mapServers = <T>(of: (server: OwnServer) => T): Readonly<Record<OwnServer, T>> => ({
  'janus-agents': of('janus-agents'),
  'janus-history': of('janus-history'),
})

/** How the servers of Janus's tools are started. */
export type ToolPrograms = Readonly<Record<OwnServer, ProgramCommand>>

/** What the agents of any maker are given: who they are, Janus's tools, and of the user's environment a part. */
export interface FamilyTools {
  readonly identities: Identities
  /** Janus's own folder, absolute, which must exist; closed to the agents as far as their program can. */
  readonly stateFolder: string
  /** Where copies of what the user attaches lie, for every agent to read; absolute. */
  readonly attachmentsFolder?: string
  /** How the servers of Janus's tools are started; the identity file's path is put behind `args`. */
  readonly mcpServers: ToolPrograms
  /** Serves them in this process to programs that take them over their own pipes; without it none does. */
  readonly openTools?: OpenTools | undefined
  /** How agents reach those tools, if their program can; each by its own best way without it. */
  readonly tools?: ToolsBy | undefined
  readonly environment: NodeJS.ProcessEnv
  /** Asked before each edit by a program that can wait for the answer; without it none is. */
  readonly beforeEdit?: BeforeEdit
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
  /** Path of the program that the user has set, or the environment; empty: the usual one. Asked whenever one is needed. */
  readonly chosenPath: () => string
  /** The program that Janus has downloaded; null or absent: there is none. */
  readonly downloaded?: () => string | null
  readonly log: (line: string) => void
}

/** One maker's agents, and how their program is installed. */
export interface Program {
  readonly family: AgentFamily
  readonly installation: Installation
}

/** A fact without the names that its run puts on it. */
export type ProgramFact = Fact extends infer F ? (F extends Fact ? Omit<F, 'agent' | 'run'> : never) : never
/** A delta without its agent. */
export type ProgramDelta = Omit<Delta, 'agent'>
/** What one message of an agent's program comes to, in order. */
export type ProgramEvent = { readonly fact: ProgramFact } | { readonly delta: ProgramDelta }

/** These facts, in order. */
export const facts = (told: readonly ProgramFact[]): ProgramEvent[] => told.map((fact) => ({ fact }))
