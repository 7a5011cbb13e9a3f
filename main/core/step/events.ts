import type { Tokens } from '../../contract/budget/budget.ts'
import type { FilePatch } from '../../contract/folders/changes.ts'
import type { ContextUse } from '../../contract/agents/context.ts'
import type { Link, LinkId } from '../../contract/links/links.ts'
import type { Task } from '../../contract/tasks/tasks.ts'
import type { Handler } from '../../contract/handlers/handlers.ts'
import type { Heartbeat } from '../../contract/timers/heartbeats.ts'
import type { Form } from '../../contract/agents/forms.ts'
import type { Abilities } from '../../contract/agents/abilities.ts'
import type { ReportedTask } from '../../contract/agents/background.ts'
import type { Within } from '../../contract/agents/subagents.ts'
import type {
  AgentId,
  CallEnd,
  FolderTrust,
  FrameId,
  MessageId,
  Suggestion,
} from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { NoticeResult } from '../../contract/agents/user-notices.ts'
import type { TabProposalId } from '../../contract/agents/tab-proposals.ts'
import type { Gathering, GatheringId, SeedPassage } from '../../contract/gatherings/gatherings.ts'
import type { Refusal } from '../../contract/api/errors.ts'
import type { ServiceError } from '../../contract/agents/service-errors.ts'
import type { Question, ToolCall } from '../../contract/agents/tool-calls.ts'
import type { Command } from './commands.ts'
import type { WorktreeReport } from '../worktrees/worktree-commands.ts'
import type { ProcessRecord } from './state.ts'
import type { HealthWarningKind } from '../../contract/agents/vitals.ts'
import type { UnionOf } from './union-of.ts'

export type { Command, Decision, MessageSent } from './commands.ts'

/** As the process reports it, to which a denied call has failed. */
export type SeenEnd = Exclude<CallEnd, 'denied'>

export type Block =
  /** `half`: it was cut off. */
  | { readonly kind: 'text' | 'thinking'; readonly text: string; readonly half?: true }
  | { readonly kind: 'tool'; readonly call: string; readonly tool: ToolCall; readonly input: string }
  | {
      readonly kind: 'result'
      readonly call: string
      readonly text: string
      readonly end: SeenEnd
      /** Only from programs that report file changes. */
      readonly patches?: readonly FilePatch[]
      readonly exit?: number
    }

/**
 * `cut`: by a newer prompt. `broken`: by an error; `detail` is for the user, `error` is absent if its kind is
 * unknown.
 */
export type Outcome =
  | { readonly kind: 'completed'; readonly text: string }
  | { readonly kind: 'interrupted' | 'cut' }
  | {
      readonly kind: 'broken'
      readonly why: 'logged_out' | 'api_error' | 'other'
      readonly detail: string
      readonly error?: ServiceError
    }

/**
 * A frame's state in a transcript. A steered frame is `finished` when the turn it entered is; a note, when it
 * is there at all. `unknown`: nobody can tell, and no process continues that conversation.
 */
export interface Located {
  readonly frame: FrameId
  readonly found: 'absent' | 'unknown' | 'unfinished' | 'finished'
  /** Final text of its turn, if finished. */
  readonly text: string
}

/** Reports about the process that runs an agent, by type. */
interface ProcessFacts {
  'process.spawned': { readonly process: ProcessRecord }
  /** Ready for prompts. `historyLost`: the expected conversation was not found, so it started a new one. */
  'process.ready': { readonly abilities: Abilities; readonly historyLost: boolean }
  /**
   * The process could not be started; `detail` says what to do. `trust`: the user hasn't trusted this folder.
   */
  'process.refused': { readonly why: 'folder' | 'backend' | 'trust'; readonly detail: string }
  /** Its whole process group is gone, whether or not it was asked to end. */
  'process.exited': { readonly detail: string }
  /**
   * `started`: read; it was steered into the running turn, or else its turn begins. The turn that an
   * interjecting frame cuts off ends before that frame starts. A note only starts: it has no turn.
   * `accepted`: in the process's input; for an interjecting frame only after the running tools have ended.
   */
  'frame.accepted': { readonly frame: FrameId }
  'frame.started': { readonly frame: FrameId }
  /** The process dropped it unread. */
  'frame.cancelled': { readonly frame: FrameId }
  'turn.began': unknown
  'turn.ended': {
    readonly outcome: Outcome
    /** Running total of the process; null if it reports no prices. */
    readonly totalCostUsd: number | null
    readonly totalTokens: Tokens
  }
  /** Usage of the current turn so far, after each call of its model. */
  'turn.used': { readonly tokens: Tokens }
  /** Context size, after a model call or when the process reports it. */
  'context.told': { readonly context: ContextUse }
  /** Full text so far of an unfinished block; sent from time to time. */
  'words.streamed': { readonly text: string }
  /** The agent is writing a message tool call, still incomplete; `to` is the receiver's name as written. */
  'message.begun': { readonly to: string }
  /** `within`: a subagent says it. The result of the subagent's own call tells how the subagent ended. */
  'block.said': { readonly block: Block; readonly within?: Within }
  'card.asked': {
    readonly request: string
    /** The tool call that waits for it. */
    readonly call: string
    readonly kind: 'permission' | 'question'
    readonly tool: ToolCall
    readonly title: string
    /** The full input for display, and its hash. */
    readonly input: string
    readonly hash: string
    readonly reason: string
    readonly suggestions: readonly Suggestion[]
    /** Only for questions. */
    readonly questions: readonly Question[]
    /** For a question that is a form; replaces `questions`. */
    readonly form?: Form
  }
  /** The trust state of the folder's own settings when this process was started. */
  'folder.looked': { readonly trust: FolderTrust }
  'card.withdrawn': { readonly request: string }
  /** The process switched to another conversation (after a slash command). */
  'conversation.changed': { readonly conversation: string }
  /** The conversation was compacted: one-time instructions may be gone from it. */
  'conversation.compacted': unknown
  /** The process may be stuck; null: it recovered. */
  'process.health': { readonly warning: HealthWarningKind | null }
  'background.changed': { readonly tasks: readonly ReportedTask[] }
}

/** Reports from outside; `run` names the process they are about. */
export type Fact =
  | WorktreeReport
  | UnionOf<{
      readonly [Type in keyof ProcessFacts]: ProcessFacts[Type] & {
        readonly agent: AgentId
        readonly run: number
      }
    }>
  /** What the transcript says about frames that a dead process had; one item per requested frame. */
  | { readonly type: 'frames.located'; readonly agent: AgentId; readonly found: readonly Located[] }

export type Finding =
  /** Empty if nothing was found or the search failed. */
  | {
      readonly type: 'gathering.sought'
      readonly gathering: GatheringId
      readonly passages: readonly SeedPassage[]
    }
  /** `path` null: the file could not be written; `problem` says why. */
  | {
      readonly type: 'gathering.kept'
      readonly gathering: GatheringId
      readonly path: string | null
      readonly problem: string
    }

/** `text` null: the file can't be used as the reply; `problem` says why. */
export interface FileRead {
  readonly type: 'handler.fileRead'
  readonly agent: AgentId
  readonly message: MessageId
  readonly text: string | null
  readonly problem: string
}

/** A tool call no longer waits for a reply, whether or not that can be saved; `handed`: it got the reply. */
export interface AwaitEnded {
  readonly type: 'await.ended'
  readonly agent: AgentId
  readonly ticket: MessageId
  readonly call: string | null
  readonly handed: boolean
}

/** `by`: ms by which the wall clock jumped against the steady one; negative: back. */
type ClockEvent = { readonly type: 'clock.ticked' } | { readonly type: 'clock.jumped'; readonly by: number }

export type Event = Command | Fact | Finding | FileRead | AwaitEnded | ClockEvent

export type EventOf<Type extends Event['type']> = Extract<Event, { readonly type: Type }>

export type Answer =
  | { readonly kind: 'agent'; readonly agent: AgentId }
  /** `closed`: the link that this last message closed. */
  | {
      readonly kind: 'message'
      readonly message: Message
      readonly position: number
      readonly closed?: LinkId
    }
  | { readonly kind: 'link'; readonly link: Link }
  | { readonly kind: 'heartbeat'; readonly heartbeat: Heartbeat }
  | { readonly kind: 'handler'; readonly handler: Handler }
  | { readonly kind: 'task'; readonly task: Task }
  /**
   * Before an edit: text about other agents for the model, and why the user may be asked; both may be empty.
   */
  | { readonly kind: 'edit'; readonly words: string; readonly reason: string }
  | { readonly kind: 'gathering'; readonly gathering: Gathering }
  /** A seat in another machine's gathering passes by putting this line into its answer. */
  | { readonly kind: 'passing'; readonly gathering: GatheringId; readonly line: string }
  | {
      readonly kind: 'broadcast'
      readonly sent: readonly { readonly agent: AgentId; readonly answer: Answer }[]
    }
  | ({ readonly kind: 'notice' } & NoticeResult)
  /** `agent`: set once it is open. */
  | { readonly kind: 'tabProposal'; readonly tabProposal: TabProposalId; readonly agent: AgentId | null }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** `seed`: 32 random hexadecimal digits. */
export interface Stamp {
  readonly now: number
  readonly seed: string
  /** Local time minus UTC, in ms; default 0. */
  readonly offset?: number
}
