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

export type { Command, Decision, MessageSent } from './commands.ts'

/** How a tool call ended, as its process tells it: for that, what the user denied has failed. */
export type SeenEnd = Exclude<CallEnd, 'denied'>

/** A content block of the process's stream, complete. */
export type Block =
  /** `half`: it was broken off there. */
  | { readonly kind: 'text' | 'thinking'; readonly text: string; readonly half?: true }
  | { readonly kind: 'tool'; readonly call: string; readonly tool: ToolCall; readonly input: string }
  | {
      readonly kind: 'result'
      readonly call: string
      readonly text: string
      readonly end: SeenEnd
      /** What the call did to files, where its program tells that. */
      readonly patches?: readonly FilePatch[]
      /** With which code a command ended, where that is told. */
      readonly exit?: number
    }

/**
 * How a turn ended. `cut`: by a newer prompt. `broken`: by an error; `detail` is for the user, `error` absent where
 * nobody knows what kind it is.
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
 * Where a frame stands in a transcript. A steered one is `finished` when the turn is that it was steered into; a
 * note, when it is there at all. `unknown`: nobody can say, and no process goes on with that conversation.
 */
export interface Located {
  readonly frame: FrameId
  readonly found: 'absent' | 'unknown' | 'unfinished' | 'finished'
  /** Final text of its turn, when finished. */
  readonly text: string
}

/** What the outside did; `run` names the process it was seen on. */
export type Fact =
  | WorktreeReport
  | {
      readonly type: 'process.spawned'
      readonly agent: AgentId
      readonly run: number
      readonly process: ProcessRecord
    }
  /** The process answers. `historyLost`: its conversation was expected and not found, it began again. */
  | {
      readonly type: 'process.ready'
      readonly agent: AgentId
      readonly run: number
      readonly abilities: Abilities
      readonly historyLost: boolean
    }
  /** It could not be started at all; `detail` says what to do. `trust`: it may not be, in this folder. */
  | {
      readonly type: 'process.refused'
      readonly agent: AgentId
      readonly run: number
      readonly why: 'folder' | 'backend' | 'trust'
      readonly detail: string
    }
  /** It has ended, asked or not; its whole process group is gone. */
  | {
      readonly type: 'process.exited'
      readonly agent: AgentId
      readonly run: number
      readonly detail: string
    }
  /**
   * `started`: read. While a turn runs it was steered into that one; else its turn begins. The turn that an
   * interjecting frame cuts off has ended before that frame starts. A note only starts: it has no turn.
   * `accepted`: in the process's input; an interjecting frame not before the tools that run have ended.
   */
  | {
      readonly type: 'frame.accepted' | 'frame.started'
      readonly agent: AgentId
      readonly run: number
      readonly frame: FrameId
    }
  /** The process dropped it unread. */
  | {
      readonly type: 'frame.cancelled'
      readonly agent: AgentId
      readonly run: number
      readonly frame: FrameId
    }
  | { readonly type: 'turn.began'; readonly agent: AgentId; readonly run: number }
  | {
      readonly type: 'turn.ended'
      readonly agent: AgentId
      readonly run: number
      readonly outcome: Outcome
      /** The process's running total; null: it tells no price. */
      readonly totalCostUsd: number | null
      /** The same in tokens. */
      readonly totalTokens: Tokens
    }
  /** What the turn that runs has used so far; told after each call of its model. */
  | { readonly type: 'turn.used'; readonly agent: AgentId; readonly run: number; readonly tokens: Tokens }
  /** How full its context is: after a call of its model, or when its process says so. */
  | {
      readonly type: 'context.told'
      readonly agent: AgentId
      readonly run: number
      readonly context: ContextUse
    }
  /** Words of a block that is not said yet, whole so far; told now and then. */
  | { readonly type: 'words.streamed'; readonly agent: AgentId; readonly run: number; readonly text: string }
  /** It writes a message to another agent, by a tool whose call is not whole yet; `to` is what it calls that one. */
  | { readonly type: 'message.begun'; readonly agent: AgentId; readonly run: number; readonly to: string }
  /** `within`: one of its subagents says it. The result of that subagent's own call tells how the subagent ended. */
  | {
      readonly type: 'block.said'
      readonly agent: AgentId
      readonly run: number
      readonly block: Block
      readonly within?: Within
    }
  | {
      readonly type: 'card.asked'
      readonly agent: AgentId
      readonly run: number
      readonly request: string
      /** The call that waits for it. */
      readonly call: string
      readonly kind: 'permission' | 'question'
      readonly tool: ToolCall
      readonly title: string
      /** All that it was called with, for reading, and what names it. */
      readonly input: string
      readonly hash: string
      readonly reason: string
      readonly suggestions: readonly Suggestion[]
      /** For a question: what it asks. */
      readonly questions: readonly Question[]
      /** For a question that is a form, in their place. */
      readonly form?: Form
    }
  /** How the folder's own settings stand, as this process was started. */
  | {
      readonly type: 'folder.looked'
      readonly agent: AgentId
      readonly run: number
      readonly trust: FolderTrust
    }
  | {
      readonly type: 'card.withdrawn'
      readonly agent: AgentId
      readonly run: number
      readonly request: string
    }
  /** The process goes on in another conversation (after a slash command). */
  | {
      readonly type: 'conversation.changed'
      readonly agent: AgentId
      readonly run: number
      readonly conversation: string
    }
  /** Its conversation was cut down to a summary: what it was told once may be gone from it. */
  | { readonly type: 'conversation.compacted'; readonly agent: AgentId; readonly run: number }
  /** The process shows a sign that it may not go on; null: none any more. */
  | {
      readonly type: 'process.health'
      readonly agent: AgentId
      readonly run: number
      readonly warning: HealthWarningKind | null
    }
  /** What the process runs beside its turns now: all of it. */
  | {
      readonly type: 'background.changed'
      readonly agent: AgentId
      readonly run: number
      readonly tasks: readonly ReportedTask[]
    }
  /** What the transcript says of the frames that were with a process when it died; one row for each that was asked. */
  | { readonly type: 'frames.located'; readonly agent: AgentId; readonly found: readonly Located[] }

/** What became of something that a gathering waits for. */
export type Finding =
  /** Nothing found, or the search failed: no passages. */
  | {
      readonly type: 'gathering.sought'
      readonly gathering: GatheringId
      readonly passages: readonly SeedPassage[]
    }
  /** `path`: of its file; null: it could not be written, `problem` says why. */
  | {
      readonly type: 'gathering.kept'
      readonly gathering: GatheringId
      readonly path: string | null
      readonly problem: string
    }

/** What stands in the file that a handler answers a message with; `text` null: it cannot be the answer, `problem` says why. */
export interface FileRead {
  readonly type: 'handler.fileRead'
  readonly agent: AgentId
  readonly message: MessageId
  readonly text: string | null
  readonly problem: string
}

/** A tool call of this agent waits for a reply no more, whether that can be saved or not; `handed`: it is given the reply. */
export interface AwaitEnded {
  readonly type: 'await.ended'
  readonly agent: AgentId
  readonly ticket: MessageId
  readonly call: string | null
  readonly handed: boolean
}

/** Time: something may be due; or the wall clock has jumped against the steady one, `by` ms, forward or (below 0) back. */
type ClockEvent = { readonly type: 'clock.ticked' } | { readonly type: 'clock.jumped'; readonly by: number }

export type Event = Command | Fact | Finding | FileRead | AwaitEnded | ClockEvent

/** What the asker of a command is told. */
export type Answer =
  | { readonly kind: 'agent'; readonly agent: AgentId }
  /** `closed`: the link that these last words have closed. */
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
  /** To an agent that is about to edit files: what its model is told of others; why the user may be asked. Empty: nothing. */
  | { readonly kind: 'edit'; readonly words: string; readonly reason: string }
  | { readonly kind: 'gathering'; readonly gathering: Gathering }
  /** A seat in a circle of another machine passes with its answer, by this line. */
  | { readonly kind: 'passing'; readonly gathering: GatheringId; readonly line: string }
  /** What became of each of the messages to many. */
  | {
      readonly kind: 'broadcast'
      readonly sent: readonly { readonly agent: AgentId; readonly answer: Answer }[]
    }
  | ({ readonly kind: 'notice' } & NoticeResult)
  /** A tab that an agent wants; `agent`: it is open. */
  | { readonly kind: 'tabProposal'; readonly tabProposal: TabProposalId; readonly agent: AgentId | null }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** What the engine gives to every event: the time, and 32 hexadecimal digits of randomness. */
export interface Stamp {
  readonly now: number
  readonly seed: string
  /** The user's local time less UTC, in ms; without it 0. */
  readonly offset?: number
}
