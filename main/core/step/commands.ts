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

/** What a user or an agent did; each has an answer. */
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
      /** Its working copy was brought back or thrown away. */
      readonly worktree?: null
    })
  | {
      readonly type: 'agent.duplicated'
      readonly agent: AgentId
      readonly name: NameKeys
      /** The copy's conversation; null: nothing was said yet. */
      readonly conversation: string | null
      /** It is a fork from one of its turns: how much of its transcript it has, and what the tab says last there. */
      readonly fork?: {
        readonly how: 'on' | 'edit'
        readonly rows: number
        /** Number of the last turn that it has. */
        readonly turns: number
        readonly lastLine: string
      }
    }
  /** Takes up a conversation of before, already copied for the tab. */
  | (NewTab & {
      readonly type: 'agent.resumed'
      readonly kind: AgentKind
      readonly userName: string
      readonly folder: string | null
      readonly taken: ImportedConversation
    })
  /** The user took back what the agent changed in these files; `since`: from this row on, all of it without. */
  | FilesUndone
  /** The user put that back. */
  | { readonly type: 'files.putBack'; readonly agent: AgentId; readonly files: readonly string[] }
  /** `permission`: a rule's words, or a folder. */
  | { readonly type: 'permission.revoked'; readonly agent: AgentId; readonly permission: string }
  /** `path`: an existing folder, in its real spelling. */
  | { readonly type: 'folder.added'; readonly agent: AgentId; readonly path: string }
  /** The user has decided about what these agents' folder brings along. */
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
  /** The user lets an agent sleep that has nothing to do. */
  | { readonly type: 'agent.laidToSleep'; readonly agent: AgentId }
  /** The user stops something that its process runs beside its turns. */
  | { readonly type: 'task.stopped'; readonly agent: AgentId; readonly task: string }
  /** The user has seen a tab up to this row. */
  | { readonly type: 'agent.seen'; readonly agent: AgentId; readonly row: number }
  /**
   * The user writes to it; `draft`: something unsent is there; `left`: not any more, the words are for others; `begins`:
   * not yet.
   */
  | {
      readonly type: 'user.composed'
      readonly agent: AgentId
      readonly draft: boolean
      readonly left?: true
      readonly begins?: true
    }
  /** The user begins broken turns again, now. */
  | { readonly type: 'turn.retried'; readonly agent: AgentId }
  | {
      readonly type: 'message.sent'
      readonly from: Author
      readonly fromName: string
      readonly to: AgentId
      readonly body: string
      readonly attachments?: readonly Attachment[]
      /** Comments on lines, of which the body is made. */
      readonly comments?: readonly LineComment[]
      /** Null: what is usual for this sender. */
      readonly priority: Priority | null
      readonly expectsReply: boolean
      /** The message that it goes on from, found by the edge, which has seen to it that the sender may name it. */
      readonly replied: Message | null
      /** The user steers: it is steered in. */
      readonly now: boolean
      /** Opens a link with the receiver, if there is none. */
      readonly link: Exclude<LinkMode, 'paused'> | null
      /** They are an agent's last words to the receiver: the link between the two is closed behind them. */
      readonly closesLink?: true
      readonly metadata: Readonly<Record<string, string>>
      readonly idempotencyKey: string | null
      /** The message that this sender sent with this key before, read from the store by the edge. */
      readonly earlier: Message | null
      /** It is one of a message to many; `isHeld`: all of them wait for the user. */
      readonly broadcast?: NonNullable<Message['broadcast']>
      readonly isHeld?: boolean
    }
  /** A message to many, each its own. */
  | {
      readonly type: 'message.broadcast'
      readonly from: Author
      readonly fromName: string
      /** What those are called to whom it goes: `all`, or a group's name. */
      readonly name: string
      readonly to: readonly AgentId[]
      readonly body: string
      readonly priority: Priority | null
      readonly expectsReply: boolean
      readonly metadata: Readonly<Record<string, string>>
      readonly idempotencyKey: string | null
      /** What this sender sent with this key before, by receiver. */
      readonly earlier: ReadonlyMap<AgentId, Message>
    }
  /** `was`: its key; null: a new one. `name` null: it is deleted. */
  | {
      readonly type: 'group.set'
      readonly was: string | null
      readonly name: NameKeys | null
      readonly members: readonly AgentId[]
    }
  | UserNotified
  /** An agent wants a tab; `isInside`: it would work in the proposer's folder. */
  | {
      readonly type: 'tab.proposed'
      readonly by: AgentId
      readonly name: NameKeys
      readonly wanted: WantedTab
      readonly isInside: boolean
      readonly key: string | null
    }
  /** The user's word on it: open it, perhaps changed, or (null) not; `words`: why not. */
  | {
      readonly type: 'tab.decided'
      readonly tabProposal: TabProposalId
      readonly open:
        | (Partial<Omit<WantedTab, 'name'>> & { readonly name: NameKeys; readonly worktree?: Worktree })
        | null
      /** Whose the first words are, where they were changed. */
      readonly said?: Actor
      readonly words: string
    }
  | {
      readonly type: 'reply.sent'
      readonly from: AgentId
      readonly fromName: string
      /** As the edge found it; put to `from`. */
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
      /** Without waiting for the tool that runs. */
      readonly stopTool: boolean
    }
  | { readonly type: 'message.nudged'; readonly message: MessageId }
  /** One that could not be delivered, as the edge found it in the store. */
  | { readonly type: 'message.retried'; readonly message: Message }
  /** A tool call of this agent waits for the reply to a ticket of its own. */
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
      /** Each once, two or more; the opener first where it is an agent. */
      readonly members: readonly AgentId[]
      /** Null: what is usual, or what is open. */
      readonly mode: LinkMode | null
      readonly budget: number | null
      /** What it is for; without it as before. */
      readonly purpose?: string
      /** What the user calls it. */
      readonly name?: string
    }
  | {
      readonly type: 'link.changed'
      readonly link: LinkId
      readonly mode?: LinkMode
      /** This member absorbs (`absorb`), or takes the link's mode again. */
      readonly mine?: { readonly agent: AgentId; readonly side: 'absorb' | 'link' }
      readonly extend?: true
      /** What it is for, by the user; empty: no longer said. */
      readonly purpose?: Purpose
      /** What the user calls it; empty: nothing. */
      readonly name?: string
    }
  | {
      /** The user says something in a link whose mode is `mentions`. */
      readonly type: 'link.said'
      readonly link: LinkId
      readonly by: Author
      readonly byName: string
      readonly text: string
      /** Starts no turn, even where an agent is named. */
      readonly quiet: boolean
    }
  | {
      /** The user lets agents of theirs take part in a link that another machine has opened. */
      readonly type: 'link.joined'
      readonly link: LinkId
    }
  | {
      readonly type: 'link.closed'
      readonly link: LinkId
      readonly by: Author
      readonly byName: string
      /** Last words to the other members. */
      readonly message: string | null
    }
  | {
      readonly type: 'heartbeat.set'
      readonly by: Author
      readonly byName: string
      readonly agent: AgentId
      readonly intent: Intent
      readonly note: string
      /** ms; of no account for a schedule. */
      readonly wait: number
      /** For a schedule alone. */
      readonly schedule: Schedule | null
      /** For an event alone. */
      readonly trigger?: TriggerSettings
      readonly about: AgentId | MessageId | null
      readonly idempotencyKey: string | null
    }
  | {
      readonly type: 'heartbeat.changed'
      readonly heartbeat: HeartbeatId
      readonly by: Author
      /** An agent only keeps. */
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
  /** Null: the usual cap again. */
  | { readonly type: 'cap.set'; readonly of: CapOf; readonly cap: Cap | null }
  | { readonly type: 'cap.raised'; readonly of: RaiseOf; readonly add: Partial<Raise> }
  | { readonly type: 'limits.changed'; readonly limits: Limits }
  | {
      readonly type: 'card.answered'
      readonly agent: AgentId
      readonly card: CardId
      readonly decision: Decision
      /** Of the input that the user was shown; null where they were not shown all of it. */
      readonly hash: string | null
      /** The user's name, for words of theirs that the process does not take with a denial. */
      readonly fromName: string
    }

/** The command by which one message is sent to one agent. */
export type MessageSent = Extract<Command, { type: 'message.sent' }>

export type Decision =
  | {
      readonly kind: 'allow'
      readonly answers?: Readonly<Record<string, string>>
      /** Place of the suggestion that is allowed for good. */
      readonly suggestion?: number
      /** What a form was filled in with, in the order of its fields. */
      readonly values?: readonly FieldValue[]
    }
  /** `isCancelled`: a form was put away, which is neither yes nor no. */
  | { readonly kind: 'deny'; readonly message: string; readonly isCancelled?: true }

export interface NewTab extends Partial<AgentSettings> {
  readonly name: NameKeys
  /** The usual one without it. */
  readonly kind?: AgentKind
  readonly program?: string | null
  readonly cwd: string
  readonly model: string | null
  readonly permissionMode: PermissionMode
  readonly policy: Policy
  readonly role: string
  /** Of a role of the user's: its name, and what it has the agent told at its start. */
  readonly template?: string | null
  readonly instructions?: string
  /** What is not said is chosen. */
  readonly look?: Partial<Look>
  /** `cwd` lies in this working copy, which was made for it. */
  readonly worktree?: Worktree
}

/** What the user does about handlers; each has an answer. */
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
      /** From 0; behind the last where it is more. */
      readonly place?: number
    }
  | {
      readonly type: 'handler.removed'
      readonly agent: AgentId
      readonly by: Author
      readonly handler: HandlerId
    }
  /** The user's answer to what it asks about a message. */
  | {
      readonly type: 'handler.answered'
      readonly agent: AgentId
      readonly handler: HandlerId
      readonly about: MessageId
      readonly decision: 'yes' | 'no'
      /** The user's name. */
      readonly byName: string
    }
  /** The user gives a message to its agent after all; as the edge found it, open or settled. */
  | { readonly type: 'message.handedOver'; readonly message: Message }
