import type {
  AgentId,
  AgentStatus,
  Author,
  Card,
  MessageId,
  MessageState,
  Needs,
  PermissionMode,
} from './model.ts'

/** An agent as the agents API and `list_agents` show it. */
export interface AgentSummary {
  readonly id: AgentId
  readonly name: string
  readonly status: AgentStatus
  /** ISO 8601 UTC: since when it is in this status. */
  readonly since: string
  /** Why it is in this status, where that is not plain. */
  readonly reason: string
  readonly needs: Needs
  /** How many messages wait for it, unread. */
  readonly pending: number
  readonly role: string
  readonly cwd: string
  readonly model: string | null
  readonly permissionMode: PermissionMode
  /** Present and true on the caller's own row. */
  readonly self?: true
  /** The new name, when it was asked for by an old one. */
  readonly renamed?: string
}

/** A message that waits at an agent, as the window shows it beside the composer. */
export interface PendingView {
  readonly id: MessageId
  readonly from: Author
  readonly fromName: string
  /** First 280 characters. */
  readonly preview: string
  readonly bytes: number
  readonly state: MessageState
  readonly stateAt: number
  readonly reason: string
  readonly inInput: boolean
}

/** An agent as the window shows it; times in ms. */
export interface AgentView {
  readonly id: AgentId
  readonly name: string
  readonly status: AgentStatus
  readonly since: number
  readonly reason: string
  readonly needs: Needs
  readonly role: string
  readonly cwd: string
  readonly model: string | null
  readonly permissionMode: PermissionMode
  /** Place in the tab list, from 0. */
  readonly order: number
  readonly closed: boolean
  /** Number of the turn that runs or ran last, from 1; 0 before the first. */
  readonly turnNumber: number
  /** One line: the last thing it said. */
  readonly lastLine: string
  readonly costUsd: number
  /** Queued, held and written messages, in the order in which they will be read. */
  readonly pending: readonly PendingView[]
  readonly cards: readonly Card[]
}

/** What one is told about a message and what became of it. Times are ISO 8601 UTC. */
export interface MessageReport {
  readonly id: MessageId
  readonly from: string
  readonly to: string
  /** The part of the words from `offset` on, at most 64 KiB. */
  readonly message: string
  readonly offset: number
  /** Offset of the rest, or null. In UTF-16 units. */
  readonly next: number | null
  readonly state: MessageState
  readonly stateAt: string
  readonly reason: string
  readonly inInput: boolean
  readonly acceptedAt: string
  readonly replyTo: MessageId | null
  readonly depth: number
  readonly metadata: Readonly<Record<string, string>>
}

/** The answer to a send: `delivered` is true when it is written or safely queued. */
export interface SendResult {
  readonly delivered: boolean
  readonly state: MessageState
  readonly messageId: MessageId
  /** Place in the receiver's mailbox, from 1, when queued. */
  readonly position?: number
  readonly reason?: string
  /** The receiver's present name, when an old one was used. */
  readonly renamed?: string
}

/** How the CLI and the app stand; shown when something is wrong. */
export interface AppStatus {
  readonly version: string
  /** The built-in model answers instead of Claude. Always shown as a badge. */
  readonly rehearsal: boolean
  readonly stateFolder: string
  /** The person's own name. */
  readonly person: string
  readonly defaultFolder: string
  readonly cli: {
    readonly path: string | null
    readonly version: string | null
    readonly problem: string | null
  }
}

/** A page of something, newest last; `before` of the next older page, or null. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly next: number | null
}
