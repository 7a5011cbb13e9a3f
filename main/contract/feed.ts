import type { GatheringView, UtteranceView } from './gathering-views.ts'
import type { GatheringId } from './gatherings.ts'
import type { CrossingView, LinkView } from './link-views.ts'
import type { MessageReason } from './message-reasons.ts'
import type { Ahead, AgentId, Entry, MessageId, MessageState } from './model.ts'
import type { Carriage } from './ties.ts'
import type { AgentView, AppStatus, SlashCommand } from './views.ts'
import type { WindowView } from './answers.ts'

/** A piece of a streaming answer: text to append to the block that is being written. Never stored. */
export interface Delta {
  readonly kind: 'delta'
  readonly agent: AgentId
  /** Names the block; a new value begins a new block. */
  readonly block: string
  readonly of: 'text' | 'thinking'
  readonly text: string
}

/**
 * What main tells every window: first one `snapshot` (and as deltas what is streaming at that moment), then what
 * changes, in order.
 */
export type FeedEvent =
  | { readonly kind: 'snapshot'; readonly view: WindowView }
  | { readonly kind: 'agent'; readonly agent: AgentView }
  | { readonly kind: 'gone'; readonly agent: AgentId }
  | { readonly kind: 'status'; readonly status: AppStatus }
  /** What the agent's CLI understands; told when its process starts. */
  | { readonly kind: 'commands'; readonly agent: AgentId; readonly commands: readonly SlashCommand[] }
  /** A link was opened, has changed or was closed. */
  | { readonly kind: 'link'; readonly link: LinkView }
  /** Something crossed, or a member had nothing to add. */
  | { readonly kind: 'crossing'; readonly crossing: CrossingView }
  /** A gathering was proposed or convened, has changed or was closed. */
  | { readonly kind: 'gathering'; readonly gathering: GatheringView }
  /** Rows of a gathering, new or changed (a sealed one that was opened). */
  | {
      readonly kind: 'utterances'
      readonly gathering: GatheringId
      readonly utterances: readonly UtteranceView[]
    }
  /** Rows appended to a transcript; they replace whatever of that block was streamed. */
  | { readonly kind: 'entries'; readonly agent: AgentId; readonly entries: readonly Entry[] }
  /** What became of a message, whoever wrote it; also after it has left its receiver's mailbox. */
  | {
      readonly kind: 'message'
      readonly message: MessageId
      readonly state: MessageState
      readonly reason: MessageReason | null
      readonly inInput: boolean
      readonly stateAt: number
      readonly expectsReply: boolean
      readonly ahead: Ahead | null
      /** Number of the turn that read it, from 1. */
      readonly turn: number | null
      /** Of words that crossed a link: whether they wake their receiver, which may change while they wait. */
      readonly carriage?: Carriage
    }
  | Delta
