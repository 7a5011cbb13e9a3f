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

export interface RunOptions {
  readonly agent: AgentId
  readonly run: number
  readonly launch: Launch
  readonly clock: Clock
  /** Resolves when the previous process is gone; two must never write to one conversation. */
  readonly before: Promise<void>
  /** Prefix of the environment marker `NAME=value` of all its processes. */
  readonly marker: string
  /** Whether the folder's own settings are used. */
  readonly trust: TrustAtStart
  /** Extra variables of the user; complete once `trust` has resolved. */
  readonly handed: Readonly<Record<string, string>>
  hear(heard: ProgramEvent): void
  offered(offer: BackendOffer): void
  /** See `BackendSink.limited`. */
  limited(limits: readonly PlanLimit[]): void
  /** Revokes the token after the process has ended. */
  revoke(): void
  /** For diagnosis; never contains conversation text. */
  log(line: string): void
}

export interface Prompt {
  readonly frame: FrameId
  readonly text: string
  /** Typed by the user. */
  readonly isFromUser: boolean
  readonly how: Entrance
  readonly pictures: readonly Picture[]
}

/** Settings that can change in a running process. */
export type Configuration = Pick<Launch, 'model' | 'effort' | 'permissionMode'>

/** One run of an agent's program, until the last process of its group has ended. Calls return immediately. */
export interface ProcessRun {
  readonly run: number
  /** Resolves when all its processes are gone and all events were reported. Never rejects. */
  readonly over: Promise<void>
  write(prompt: Prompt): void
  interrupt(): void
  /** Stops a background task; missing without the ability `stopsTasks`. */
  stopTask?(task: string): void
  /** See `Backend.taskOutput`; missing when the program has no readable output. */
  taskOutput?(task: string): Promise<TaskOutput>
  configure(to: Configuration): void
  /** See `Backend.undoFiles`; missing without the ability `undoes`. */
  undoFiles?(frame: FrameId, how: 'look' | 'do'): Promise<FileUndo>
  decide(request: string, decision: Decision): void
  /**
   * `interrupt`: interrupts a running turn first. `spare`: lets it finish, or resumes it at the next start.
   */
  stop(turn: 'interrupt' | 'spare'): void
  /** Works also while it is stopping. */
  kill(): void
}

export interface ConversationPlace {
  readonly agent: AgentId
  readonly cwd: string
  readonly conversation: string
  readonly program: string | null
}

/** The parts that differ between makers. */
export interface AgentFamily {
  start(life: RunOptions): ProcessRun
  /** Finds where each frame is in the conversation. Rejects when that is unknown. */
  locate(place: ConversationPlace, frames: readonly FrameId[]): Promise<readonly Located[]>
  /** See `Backend.fork`; `place` is given only with the ability `forks`. */
  fork(of: ConversationPlace, place?: ForkPlace): Promise<string | null>
  /** Conversations stored by the program, where they are readable. */
  readonly sessionList?: SessionList
  /** Deletes what is stored for a deleted agent. */
  forget(agent: AgentId): void
}

/**
 * How an agent reaches Janus's tool servers: in the app's process over the program's own pipes (`pipe`) or
 * HTTP, or as separate processes (`stdio`).
 */
export type ToolsBy = 'pipe' | 'http' | 'stdio'

export const mapServers = <T>(of: (server: OwnServer) => T): Readonly<Record<OwnServer, T>> => ({
  'janus-agents': of('janus-agents'),
  'janus-history': of('janus-history'),
})

export type ToolPrograms = Readonly<Record<OwnServer, ProgramCommand>>

export interface FamilyTools {
  readonly identities: Identities
  /** Absolute; must exist. Closed to agents as far as their program allows. */
  readonly stateFolder: string
  /** Copies of attachments, readable for every agent; absolute. */
  readonly attachmentsFolder?: string
  /** Commands of the tool servers; the path of the identity file becomes the last argument. */
  readonly mcpServers: ToolPrograms
  /** Serves the tools in this process over the program's pipes. */
  readonly openTools?: OpenTools | undefined
  /** Default: the best way that each program supports. */
  readonly tools?: ToolsBy | undefined
  readonly environment: NodeJS.ProcessEnv
  /** Called before each edit by programs that can wait for it. */
  readonly beforeEdit?: BeforeEdit
  /** The introduction to Janus at the start of a conversation. */
  readonly introduction: (launch: Launch) => string
}

export interface FamilyOptions extends FamilyTools {
  readonly clock: Clock
  /** Address of a stand-in for the account's model; null for the account. */
  readonly modelUrl: string | null
  /** Settings that lead the program to the stand-in and away from any account. */
  readonly rehearsal?: Readonly<Record<string, string>>
  /** Path chosen in the settings or the environment; empty for the default. Called whenever it is needed. */
  readonly chosenPath: () => string
  /** Path of the program downloaded by Janus; null when there is none. */
  readonly downloaded?: () => string | null
  readonly log: (line: string) => void
}

export interface Program {
  readonly family: AgentFamily
  readonly installation: Installation
}

/** The run adds `agent` and `run`. */
export type ProgramFact = Fact extends infer F ? (F extends Fact ? Omit<F, 'agent' | 'run'> : never) : never
export type ProgramDelta = Omit<Delta, 'agent'>
export type ProgramEvent = { readonly fact: ProgramFact } | { readonly delta: ProgramDelta }

export const facts = (told: readonly ProgramFact[]): ProgramEvent[] => told.map((fact) => ({ fact }))
