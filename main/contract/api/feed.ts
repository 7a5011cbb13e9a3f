import type { DayView } from '../budget/budget.ts'
import type { LinkDelivery } from '../links/links.ts'
import type { GatheringView } from '../gatherings/gathering-views.ts'
import type { LinkView } from '../links/link-views.ts'
import type { RowsUpdate } from './log.ts'
import type { MessageReason } from '../mail/message-reasons.ts'
import type { AgentId, MessageId } from './model.ts'
import type { OrderException, MessageState } from '../mail/messages.ts'
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
  | {
      readonly kind: 'snapshot'
      readonly view: WindowView
      /** As the window was shown when Janus last ended; the present follows once Janus stands. */
      readonly isRemembered?: true
    }
  | { readonly kind: 'agent'; readonly agent: AgentView }
  | { readonly kind: 'gone'; readonly agent: AgentId }
  | { readonly kind: 'status'; readonly status: AppStatus }
  /** What the agent's process understands; told when its process starts. */
  | { readonly kind: 'commands'; readonly agent: AgentId; readonly commands: readonly SlashCommand[] }
  /** Something of the present day was used, or it has ended. */
  | { readonly kind: 'day'; readonly day: DayView }
  /** A link was opened, has changed or was closed. */
  | { readonly kind: 'link'; readonly link: LinkView }
  /** A gathering was proposed or convened, has changed or was closed. */
  | { readonly kind: 'gathering'; readonly gathering: GatheringView }
  /** The list of tasks has changed: anyone who shows it reads it again. */
  | { readonly kind: 'tasks' }
  /** The timeline has new rows, or what became of newer ones has changed: anyone who shows it reads it again. */
  | { readonly kind: 'timeline' }
  /** Rows of an agent's conversation replace whatever of that block was streamed. */
  | RowsUpdate
  /** What became of a message, whoever wrote it; also after it has left its receiver's mailbox. */
  | {
      readonly kind: 'message'
      readonly message: MessageId
      readonly state: MessageState
      readonly reason: MessageReason | null
      readonly inInput: boolean
      readonly stateAt: number
      readonly expectsReply: boolean
      readonly ahead: OrderException | null
      /** Number of the turn that read it, from 1. */
      readonly turn: number | null
      /** Of words that crossed a link: whether they wake their receiver, which may change while they wait. */
      readonly carriage?: LinkDelivery
    }
  | Delta
