import type { AgentSettings } from '../../contract/agents/agent-fields.ts'
import type { FieldValue } from '../../contract/agents/forms.ts'
import type { Attachment } from '../../contract/mail/attachments.ts'
import type { Cap, Raise } from '../../contract/budget/budget.ts'
import type { CommentId, CommentPlace, LineComment } from '../../contract/folders/line-comments.ts'
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
import type { WorktreeAction } from '../worktrees/worktree-commands.ts'
import type { EditCommand } from '../edits/edit-commands.ts'
import type { GatheringCommand } from './gathering-commands.ts'
import type { MoveTo } from '../delivery/by-hand.ts'
import type { Limits, NameKeys } from './state.ts'
import type { UnionOf } from './union-of.ts'
import type { HandlerAction, HandlerId, HandlerWhen } from '../../contract/handlers/handlers.ts'

/** Actions of users and agents by type; each gets an answer. */
interface Commands {
  'agent.created': NewTab
  'agent.changed': Partial<AgentSettings> & {
    readonly agent: AgentId
    readonly name?: NameKeys
    readonly order?: number
    readonly look?: Partial<Look>
    readonly cwd?: string
    /** Its worktree was merged or discarded. */
    readonly worktree?: null
  }
  /** Resumes an imported conversation, already copied for the tab. */
  'agent.resumed': NewTab & {
    readonly kind: AgentKind
    readonly userName: string
    readonly folder: string | null
    readonly taken: ImportedConversation
  }
  'agent.duplicated': {
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
  /** The user undid a revert. */
  'files.putBack': { readonly agent: AgentId; readonly files: readonly string[] }
  /** `permission`: a rule's text, or a folder. */
  'permission.revoked': { readonly agent: AgentId; readonly permission: string }
  /** `path`: an existing folder, as its real path. */
  'folder.added': { readonly agent: AgentId; readonly path: string }
  /** The user decided whether to trust the folder's own settings. */
  'folder.decided': { readonly agents: readonly AgentId[]; readonly trust: FolderTrust }
  'agent.closed': { readonly agent: AgentId }
  'agent.deleted': { readonly agent: AgentId }
  'agent.reopened': { readonly agent: AgentId }
  'agent.stopped': { readonly agent: AgentId }
  'agent.restarted': { readonly agent: AgentId }
  'agent.interrupted': { readonly agent: AgentId }
  'agent.laidToSleep': { readonly agent: AgentId }
  'task.stopped': { readonly agent: AgentId; readonly task: string }
  /** The user has seen a tab up to this row. */
  'agent.seen': { readonly agent: AgentId; readonly row: number }
  /**
   * The user is typing; `draft`: unsent text is left; `left`: the user moved on to other receivers; `begins`:
   * nothing was typed yet.
   */
  'user.composed': {
    readonly agent: AgentId
    readonly draft: boolean
    readonly left?: true
    readonly begins?: true
  }
  'turn.retried': { readonly agent: AgentId }
  'message.sent': {
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
  'message.broadcast': Pick<
    Commands['message.sent'],
    'from' | 'fromName' | 'body' | 'priority' | 'expectsReply' | 'metadata' | 'idempotencyKey'
  > & {
    /** `all`, or the group's name. */
    readonly name: string
    readonly to: readonly AgentId[]
    /** Earlier messages of this sender with the same key, by receiver. */
    readonly earlier: ReadonlyMap<AgentId, Message>
  }
  'comment.added': { readonly agent: AgentId; readonly place: CommentPlace; readonly text: string }
  /** `text` null: remove it. */
  'comment.changed': { readonly agent: AgentId; readonly comment: CommentId; readonly text: string | null }
  /** Sends all pending comments; `words`: an introduction. */
  'comments.sent': {
    readonly agent: AgentId
    readonly from: Author
    readonly fromName: string
    readonly words: string
    /** New first-line numbers of comments whose lines have moved. */
    readonly moved?: Readonly<Record<CommentId, number>>
    readonly idempotencyKey: string | null
    /** An earlier message of this sender with the same key, from the store. */
    readonly earlier: Message | null
  }
  /** `was`: key of the old name; null: a new group. `name` null: delete it. */
  'group.set': {
    readonly was: string | null
    readonly name: NameKeys | null
    readonly members: readonly AgentId[]
  }
  /** `isInside`: it would work in the proposer's folder. */
  'tab.proposed': {
    readonly by: AgentId
    readonly name: NameKeys
    readonly wanted: WantedTab
    readonly isInside: boolean
    readonly key: string | null
  }
  /** The user's decision: open it, possibly changed, or (null) decline; `words`: why declined. */
  'tab.decided': {
    readonly tabProposal: TabProposalId
    readonly open:
      | (Partial<Omit<WantedTab, 'name'>> & { readonly name: NameKeys; readonly worktree?: Worktree })
      | null
    /** Author of the first prompt, if the user changed it. */
    readonly said?: Actor
    readonly words: string
  }
  'reply.sent': {
    readonly from: AgentId
    readonly fromName: string
    /** From the store; addressed to `from`. */
    readonly ticket: Message
    readonly body: string
    readonly metadata: Readonly<Record<string, string>>
    readonly idempotencyKey: string | null
    readonly earlier: Message | null
  }
  'message.withdrawn': { readonly message: MessageId }
  'message.released': { readonly message: MessageId }
  'message.dropped': { readonly message: MessageId }
  'message.moved': { readonly message: MessageId; readonly to: MoveTo }
  'message.hastened': { readonly message: MessageId }
  'message.decided': {
    readonly message: MessageId
    readonly decision: 'now' | 'later'
    /** Interjects without waiting for the running tool. */
    readonly stopTool: boolean
  }
  'message.nudged': { readonly message: MessageId }
  /** A message that could not be delivered, from the store. */
  'message.retried': { readonly message: Message }
  'await.began': { readonly agent: AgentId; readonly ticket: MessageId; readonly call: string | null }
  'link.opened': {
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
  'link.changed': {
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
  /** The user writes into a link whose mode is `mentions`. */
  'link.said': {
    readonly link: LinkId
    readonly by: Author
    readonly byName: string
    readonly text: string
    /** Starts no turn, even where an agent is named. */
    readonly quiet: boolean
  }
  /** The user lets local agents take part in a link that another machine opened. */
  'link.joined': { readonly link: LinkId }
  'link.closed': {
    readonly link: LinkId
    readonly by: Author
    readonly byName: string
    readonly message: string | null
  }
  'heartbeat.set': {
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
  'heartbeat.changed': {
    readonly heartbeat: HeartbeatId
    readonly by: Author
    /** Agents may only `keep`. */
    readonly action: 'pause' | 'resume' | 'delay' | 'skip' | 'keep'
  }
  'trigger.happened': {
    readonly agent: AgentId
    readonly heartbeat: HeartbeatId
    readonly event: TriggerEvent
  }
  'heartbeat.cancelled': { readonly heartbeat: HeartbeatId; readonly by: Author }
  /** Null: the default cap. */
  'cap.set': { readonly of: CapOf; readonly cap: Cap | null }
  'cap.raised': { readonly of: RaiseOf; readonly add: Partial<Raise> }
  'limits.changed': { readonly limits: Limits }
  'card.answered': {
    readonly agent: AgentId
    readonly card: CardId
    readonly decision: Decision
    /** Of the input that the user saw; null if they did not see all of it. */
    readonly hash: string | null
    /** The user's name, for text that the process doesn't take with a denial. */
    readonly fromName: string
  }
  'handler.made': {
    readonly agent: AgentId
    /** Refused unless it is the user. */
    readonly by: Author
    readonly name: string
    readonly isOn: boolean
    readonly when: HandlerWhen
    readonly then: HandlerAction
  }
  'handler.changed': {
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
  'handler.removed': { readonly agent: AgentId; readonly by: Author; readonly handler: HandlerId }
  'handler.answered': {
    readonly agent: AgentId
    readonly handler: HandlerId
    readonly about: MessageId
    readonly decision: 'yes' | 'no'
    readonly byName: string
  }
  /** The user delivers a message to its agent anyway; `message` is from the store, open or settled. */
  'message.handedOver': { readonly message: Message }
}

export type Command =
  | FleetCommand
  | TaskCommand
  | WorktreeAction
  | EditCommand
  | FilesUndone
  | UserNotified
  | GatheringCommand
  | UnionOf<Commands>

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
