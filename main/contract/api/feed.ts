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

/** Text to append to the block that is being written. Never stored. */
export interface Delta {
  readonly kind: 'delta'
  readonly agent: AgentId
  /** Id of the block; a new value begins a new block. */
  readonly block: string
  readonly of: 'text' | 'thinking'
  readonly text: string
}

/** What every window gets: one `snapshot` (and as deltas what is streaming then), then changes in order. */
export type FeedEvent =
  | {
      readonly kind: 'snapshot'
      readonly view: WindowView
      /** The state when Janus last ended; a current snapshot follows once Janus is ready. */
      readonly isRemembered?: true
    }
  | { readonly kind: 'agent'; readonly agent: AgentView }
  | { readonly kind: 'gone'; readonly agent: AgentId }
  | { readonly kind: 'status'; readonly status: AppStatus }
  /** Slash commands that the agent's process understands; sent when it starts. */
  | { readonly kind: 'commands'; readonly agent: AgentId; readonly commands: readonly SlashCommand[] }
  /** Today's usage changed, or the day ended. */
  | { readonly kind: 'day'; readonly day: DayView }
  | { readonly kind: 'link'; readonly link: LinkView }
  | { readonly kind: 'gathering'; readonly gathering: GatheringView }
  /** The list changed; windows that show it read it again. */
  | { readonly kind: 'tasks' }
  /** There are new rows, or the outcome of recent ones changed; windows that show it read it again. */
  | { readonly kind: 'timeline' }
  /** Replaces what was streamed of these blocks. */
  | RowsUpdate
  /** The state of a message changed, also after it has left its receiver's mailbox. */
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
      /** For text that crossed a link: whether it starts a turn; may change while it waits. */
      readonly carriage?: LinkDelivery
    }
  | Delta
