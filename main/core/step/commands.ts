import type { AgentSettings } from '../../contract/agents/agent-fields.ts'
import type { FieldValue } from '../../contract/agents/forms.ts'
import type { Attachment } from '../../contract/mail/attachments.ts'
import type { Cap, Raise } from '../../contract/budget/budget.ts'
import type { LineComment } from '../../contract/folders/line-comments.ts'
import type { Worktree } from '../../contract/folders/changes.ts'
import type { CapOf, RaiseOf } from '../cap-commands.ts'
import type { AgentKind } from '../../contract/agents/kinds.ts'
import type { LinkId, LinkMode, Purpose } from '../../contract/links/links.ts'
import type { HeartbeatId, Intent, Schedule } from '../../contract/timers/heartbeats.ts'
import type { TriggerEvent, TriggerSettings } from '../../contract/timers/triggers.ts'
import type {
  AgentId,
  Actor,
  Author,
  CardId,
  FolderTrust,
  Look,
  MessageId,
  PermissionMode,
  Policy,
} from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { UserNotified } from '../agents/user-notices.ts'
import type { FilesUndone, ImportedConversation } from '../agents/imported-history.ts'
import type { WantedTab, TabProposalId } from '../../contract/agents/tab-proposals.ts'
import type { Priority } from '../../contract/mail/priorities.ts'
import type { FleetCommand } from './fleet-commands.ts'
import type { TaskCommand } from '../tasks/task-commands.ts'
import type { CommentCommand } from '../comments/comment-commands.ts'
import type { WorktreeAction } from '../worktrees/worktree-commands.ts'
import type { EditCommand } from '../edits/edit-commands.ts'
import type { GatheringCommand } from './gathering-commands.ts'
import type { MoveTo } from '../delivery/by-hand.ts'
import type { Limits, NameKeys } from './state.ts'
import type { HandlerAction, HandlerId, HandlerWhen } from '../../contract/handlers/handlers.ts'

/** Actions of users and agents; each gets an answer. */
export type Command =
  | FleetCommand
  | TaskCommand
  | CommentCommand
  | WorktreeAction
  | EditCommand
  | (NewTab & { readonly type: 'agent.created' })
  | (Partial<AgentSettings> & {
      readonly type: 'agent.changed'
      readonly agent: AgentId
      readonly name?: NameKeys
      readonly order?: number
      readonly look?: Partial<Look>
      readonly cwd?: string
      /** Its worktree was merged or discarded. */
      readonly worktree?: null
    })
  | {
      readonly type: 'agent.duplicated'
      readonly agent: AgentId
      readonly name: NameKeys
      /** Null: nothing was said yet. */
      readonly conversation: string | null
      /**
       * Present for a fork from one of its turns: `rows` of the transcript are copied; `lastLine` is the
       * tab's last line at that point.
       */
      readonly fork?: {
        readonly how: 'on' | 'edit'
        readonly rows: number
        /** Number of the last copied turn. */
        readonly turns: number
        readonly lastLine: string
      }
    }
  /** Resumes an imported conversation, already copied for the tab. */
  | (NewTab & {
      readonly type: 'agent.resumed'
      readonly kind: AgentKind
      readonly userName: string
      readonly folder: string | null
      readonly taken: ImportedConversation
    })
  | FilesUndone
  /** The user undid a revert. */
  | { readonly type: 'files.putBack'; readonly agent: AgentId; readonly files: readonly string[] }
  /** `permission`: a rule's text, or a folder. */
  | { readonly type: 'permission.revoked'; readonly agent: AgentId; readonly permission: string }
  /** `path`: an existing folder, as its real path. */
  | { readonly type: 'folder.added'; readonly agent: AgentId; readonly path: string }
  /** The user decided whether to trust the folder's own settings. */
  | {
      readonly type: 'folder.decided'
      readonly agents: readonly AgentId[]
      readonly trust: FolderTrust
    }
  | { readonly type: 'agent.closed'; readonly agent: AgentId }
  | { readonly type: 'agent.deleted'; readonly agent: AgentId }
  | { readonly type: 'agent.reopened'; readonly agent: AgentId }
  | { readonly type: 'agent.stopped'; readonly agent: AgentId }
  | { readonly type: 'agent.restarted'; readonly agent: AgentId }
  | { readonly type: 'agent.interrupted'; readonly agent: AgentId }
  | { readonly type: 'agent.laidToSleep'; readonly agent: AgentId }
  /** The user stops a background task. */
  | { readonly type: 'task.stopped'; readonly agent: AgentId; readonly task: string }
  /** The user has seen a tab up to this row. */
  | { readonly type: 'agent.seen'; readonly agent: AgentId; readonly row: number }
  /**
   * The user is typing; `draft`: unsent text is left; `left`: the user moved on to other receivers; `begins`:
   * nothing was typed yet.
   */
  | {
      readonly type: 'user.composed'
      readonly agent: AgentId
      readonly draft: boolean
      readonly left?: true
      readonly begins?: true
    }
  /** The user retries broken turns now. */
  | { readonly type: 'turn.retried'; readonly agent: AgentId }
  | {
      readonly type: 'message.sent'
      readonly from: Author
      readonly fromName: string
      readonly to: AgentId
      readonly body: string
      readonly attachments?: readonly Attachment[]
      /** Comments on lines, from which the body was made. */
      readonly comments?: readonly LineComment[]
      /** Null: the sender's default. */
      readonly priority: Priority | null
      readonly expectsReply: boolean
      /** The message that it answers; the caller has checked that the sender may name it. */
      readonly replied: Message | null
      /** The user steers it into the running turn. */
      readonly now: boolean
      /** Opens a link with the receiver, if there is none. */
      readonly link: Exclude<LinkMode, 'paused'> | null
      /** An agent's last message to the receiver: it closes their link. */
      readonly closesLink?: true
      readonly metadata: Readonly<Record<string, string>>
      readonly idempotencyKey: string | null
      /** An earlier message of this sender with the same key, from the store. */
      readonly earlier: Message | null
      /** Part of a broadcast; `isHeld`: all its messages wait for the user. */
      readonly broadcast?: NonNullable<Message['broadcast']>
      readonly isHeld?: boolean
    }
  | {
      readonly type: 'message.broadcast'
      readonly from: Author
      readonly fromName: string
      /** `all`, or the group's name. */
      readonly name: string
      readonly to: readonly AgentId[]
      readonly body: string
      readonly priority: Priority | null
      readonly expectsReply: boolean
      readonly metadata: Readonly<Record<string, string>>
      readonly idempotencyKey: string | null
      /** Earlier messages of this sender with the same key, by receiver. */
      readonly earlier: ReadonlyMap<AgentId, Message>
    }
  /** `was`: key of the old name; null: a new group. `name` null: delete it. */
  | {
      readonly type: 'group.set'
      readonly was: string | null
      readonly name: NameKeys | null
      readonly members: readonly AgentId[]
    }
  | UserNotified
  /** `isInside`: it would work in the proposer's folder. */
  | {
      readonly type: 'tab.proposed'
      readonly by: AgentId
      readonly name: NameKeys
      readonly wanted: WantedTab
      readonly isInside: boolean
      readonly key: string | null
    }
  /** The user's decision: open it, possibly changed, or (null) decline; `words`: why declined. */
  | {
      readonly type: 'tab.decided'
      readonly tabProposal: TabProposalId
      readonly open:
        | (Partial<Omit<WantedTab, 'name'>> & { readonly name: NameKeys; readonly worktree?: Worktree })
        | null
      /** Author of the first prompt, if the user changed it. */
      readonly said?: Actor
      readonly words: string
    }
  | {
      readonly type: 'reply.sent'
      readonly from: AgentId
      readonly fromName: string
      /** From the store; addressed to `from`. */
      readonly ticket: Message
      readonly body: string
      readonly metadata: Readonly<Record<string, string>>
      readonly idempotencyKey: string | null
      readonly earlier: Message | null
    }
  | { readonly type: 'message.withdrawn'; readonly message: MessageId }
  | { readonly type: 'message.released'; readonly message: MessageId }
  | { readonly type: 'message.dropped'; readonly message: MessageId }
  | { readonly type: 'message.moved'; readonly message: MessageId; readonly to: MoveTo }
  | { readonly type: 'message.hastened'; readonly message: MessageId }
  | {
      readonly type: 'message.decided'
      readonly message: MessageId
      readonly decision: 'now' | 'later'
      /** Interjects without waiting for the running tool. */
      readonly stopTool: boolean
    }
  | { readonly type: 'message.nudged'; readonly message: MessageId }
  /** A message that could not be delivered, from the store. */
  | { readonly type: 'message.retried'; readonly message: Message }
  | {
      readonly type: 'await.began'
      readonly agent: AgentId
      readonly ticket: MessageId
      readonly call: string | null
    }
  | {
      readonly type: 'link.opened'
      readonly by: Author
      readonly byName: string
      /** Unique, at least two; an agent that opens comes first. */
      readonly members: readonly AgentId[]
      /** Null: the default, or that of the open link. */
      readonly mode: LinkMode | null
      readonly budget: number | null
      /** Absent: unchanged. */
      readonly purpose?: string
      /** The user's name for it. */
      readonly name?: string
    }
  | {
      readonly type: 'link.changed'
      readonly link: LinkId
      readonly mode?: LinkMode
      /** `absorb`: this member absorbs; `link`: it follows the link's mode again. */
      readonly mine?: { readonly agent: AgentId; readonly side: 'absorb' | 'link' }
      readonly extend?: true
      /** Set by the user; empty removes it. */
      readonly purpose?: Purpose
      /** The user's name for it; empty removes it. */
      readonly name?: string
    }
  | {
      /** The user writes into a link whose mode is `mentions`. */
      readonly type: 'link.said'
      readonly link: LinkId
      readonly by: Author
      readonly byName: string
      readonly text: string
      /** Starts no turn, even where an agent is named. */
      readonly quiet: boolean
    }
  | {
      /** The user lets local agents take part in a link that another machine opened. */
      readonly type: 'link.joined'
      readonly link: LinkId
    }
  | {
      readonly type: 'link.closed'
      readonly link: LinkId
      readonly by: Author
      readonly byName: string
      readonly message: string | null
    }
  | {
      readonly type: 'heartbeat.set'
      readonly by: Author
      readonly byName: string
      readonly agent: AgentId
      readonly intent: Intent
      readonly note: string
      /** ms; ignored for a schedule. */
      readonly wait: number
      /** Only for schedules. */
      readonly schedule: Schedule | null
      /** Only for event timers. */
      readonly trigger?: TriggerSettings
      readonly about: AgentId | MessageId | null
      readonly idempotencyKey: string | null
    }
  | {
      readonly type: 'heartbeat.changed'
      readonly heartbeat: HeartbeatId
      readonly by: Author
      /** Agents may only `keep`. */
      readonly action: 'pause' | 'resume' | 'delay' | 'skip' | 'keep'
    }
  | {
      readonly type: 'trigger.happened'
      readonly agent: AgentId
      readonly heartbeat: HeartbeatId
      readonly event: TriggerEvent
    }
  | { readonly type: 'heartbeat.cancelled'; readonly heartbeat: HeartbeatId; readonly by: Author }
  | GatheringCommand
  | HandlerCommand
  /** Null: the default cap. */
  | { readonly type: 'cap.set'; readonly of: CapOf; readonly cap: Cap | null }
  | { readonly type: 'cap.raised'; readonly of: RaiseOf; readonly add: Partial<Raise> }
  | { readonly type: 'limits.changed'; readonly limits: Limits }
  | {
      readonly type: 'card.answered'
      readonly agent: AgentId
      readonly card: CardId
      readonly decision: Decision
      /** Of the input that the user saw; null if they did not see all of it. */
      readonly hash: string | null
      /** The user's name, for text that the process doesn't take with a denial. */
      readonly fromName: string
    }

export type MessageSent = Extract<Command, { type: 'message.sent' }>

export type Decision =
  | {
      readonly kind: 'allow'
      readonly answers?: Readonly<Record<string, string>>
      /** Index of the suggestion that is allowed permanently. */
      readonly suggestion?: number
      /** A form's values, in the order of its fields. */
      readonly values?: readonly FieldValue[]
    }
  /** `isCancelled`: a form was closed, which is neither allowed nor denied. */
  | { readonly kind: 'deny'; readonly message: string; readonly isCancelled?: true }

export interface NewTab extends Partial<AgentSettings> {
  readonly name: NameKeys
  /** Default: the usual kind. */
  readonly kind?: AgentKind
  readonly program?: string | null
  readonly cwd: string
  readonly model: string | null
  readonly permissionMode: PermissionMode
  readonly policy: Policy
  readonly role: string
  /** A user-defined role: its name, and its instructions for the agent's start. */
  readonly template?: string | null
  readonly instructions?: string
  /** Missing parts are chosen by Janus. */
  readonly look?: Partial<Look>
  /** `cwd` is in this worktree, which was made for the tab. */
  readonly worktree?: Worktree
}

type HandlerCommand =
  | {
      readonly type: 'handler.made'
      readonly agent: AgentId
      /** Refused unless it is the user. */
      readonly by: Author
      readonly name: string
      readonly isOn: boolean
      readonly when: HandlerWhen
      readonly then: HandlerAction
    }
  | {
      readonly type: 'handler.changed'
      readonly agent: AgentId
      readonly by: Author
      readonly handler: HandlerId
      readonly name?: string
      readonly isOn?: boolean
      readonly when?: HandlerWhen
      readonly then?: HandlerAction
      /** From 0; larger values mean last. */
      readonly place?: number
    }
  | {
      readonly type: 'handler.removed'
      readonly agent: AgentId
      readonly by: Author
      readonly handler: HandlerId
    }
  | {
      readonly type: 'handler.answered'
      readonly agent: AgentId
      readonly handler: HandlerId
      readonly about: MessageId
      readonly decision: 'yes' | 'no'
      readonly byName: string
    }
  /** The user delivers a message to its agent anyway; `message` is from the store, open or settled. */
  | { readonly type: 'message.handedOver'; readonly message: Message }
