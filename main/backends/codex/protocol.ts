/**
 * The part of Codex's app-server protocol that Janus uses. `protocol.long.real.test.ts` compares it with
 * the types that the program generates.
 */

export type RequestId = string | number

export interface RpcError {
  readonly code: number
  readonly message: string
}

interface TextInput {
  readonly type: 'text'
  readonly text: string
  readonly text_elements: readonly never[]
}

/** Input for the model: text, or an image as a `data:` URL. */
export type CodexInput = TextInput | { readonly type: 'image'; readonly url: string }

/** Asks before everything not known to be harmless, if the model needs more permissions, or never. */
export type AskForApproval = 'untrusted' | 'on-request' | 'never'

export type ThreadItem =
  | {
      readonly type: 'userMessage'
      readonly id: string
      readonly clientId: string | null
      readonly content: readonly (
        | { readonly type: 'text'; readonly text: string }
        | { readonly type: 'image' | 'localImage' | 'audio' | 'localAudio' | 'skill' | 'mention' }
      )[]
    }
  | { readonly type: 'agentMessage'; readonly id: string; readonly text: string }
  | { readonly type: 'plan'; readonly id: string; readonly text: string }
  | {
      readonly type: 'reasoning'
      readonly id: string
      readonly summary: readonly string[]
      readonly content: readonly string[]
    }
  | {
      readonly type: 'commandExecution'
      readonly id: string
      readonly command: string
      readonly cwd: string
      readonly processId: string | null
      readonly status: 'inProgress' | 'completed' | 'failed' | 'declined'
      readonly aggregatedOutput: string | null
      readonly exitCode: number | null
    }
  | {
      readonly type: 'fileChange'
      readonly id: string
      readonly changes: readonly FileUpdateChange[]
      readonly status: 'inProgress' | 'completed' | 'failed' | 'declined'
    }
  | {
      readonly type: 'mcpToolCall'
      readonly id: string
      readonly server: string
      readonly tool: string
      readonly status: 'inProgress' | 'completed' | 'failed'
      readonly arguments: unknown
      readonly result: { readonly content: readonly unknown[] } | null
      readonly error: { readonly message: string } | null
    }
  | {
      readonly type: 'collabAgentToolCall'
      readonly id: string
      readonly tool: string
      readonly status: string
      readonly prompt: string | null
      /** Threads that it has started or refers to. */
      readonly receiverThreadIds?: readonly string[]
    }
  | { readonly type: 'webSearch'; readonly id: string; readonly query: string }
  | { readonly type: 'imageView'; readonly id: string; readonly path: string }
  | { readonly type: 'contextCompaction'; readonly id: string }

export interface FileUpdateChange {
  readonly path: string
  readonly kind:
    | { readonly type: 'add' }
    | { readonly type: 'delete' }
    | { readonly type: 'update'; readonly move_path: string | null }
  readonly diff: string
}

export interface TurnError {
  readonly message: string
  /** A string, or an object with one key whose value has the HTTP status. */
  readonly codexErrorInfo: unknown
  readonly additionalDetails: string | null
}

export interface CodexTurn {
  readonly id: string
  readonly status: 'completed' | 'interrupted' | 'failed' | 'inProgress'
  readonly error: TurnError | null
}

export interface ImportedTurn extends CodexTurn {
  readonly items: readonly ThreadItem[]
  /** Seconds since 1970. */
  readonly startedAt: number | null
  readonly completedAt: number | null
}

export interface CodexThread {
  readonly id: string
  /** `preview` is the first message, `name` is given by the user. */
  readonly preview: string
  readonly name: string | null
  readonly cwd: string
  /** Seconds since 1970. */
  readonly updatedAt: number
  readonly path: string | null
}

/** Token counts; `inputTokens` includes cached ones. */
export interface TokenUsageBreakdown {
  readonly inputTokens: number
  readonly cachedInputTokens: number
  readonly cacheWriteInputTokens: number
  readonly outputTokens: number
}

export interface ThreadTokenUsage {
  readonly total: TokenUsageBreakdown & { readonly totalTokens?: number }
  readonly last: TokenUsageBreakdown & { readonly totalTokens: number }
  readonly modelContextWindow: number | null
}

/** `resetsAt`: seconds since 1970. */
export interface RateLimitWindow {
  readonly usedPercent: number
  readonly windowDurationMins: number | null
  readonly resetsAt: number | null
}

export interface RateLimitSnapshot {
  readonly limitName: string | null
  readonly primary: RateLimitWindow | null
  readonly secondary: RateLimitWindow | null
}

/** Notifications about a thread; others are skipped. */
export type Notification =
  | {
      readonly method: 'turn/started' | 'turn/completed'
      readonly params: OfThread & { readonly turn: CodexTurn }
    }
  | {
      readonly method: 'item/started' | 'item/completed'
      readonly params: OfTurn & { readonly item: ThreadItem }
    }
  | {
      readonly method:
        | 'item/agentMessage/delta'
        | 'item/plan/delta'
        | 'item/reasoning/summaryTextDelta'
        | 'item/reasoning/textDelta'
      readonly params: OfTurn & { readonly itemId: string; readonly delta: string }
    }
  | {
      readonly method: 'thread/tokenUsage/updated'
      readonly params: OfTurn & {
        readonly tokenUsage: ThreadTokenUsage
      }
    }
  | {
      readonly method: 'turn/plan/updated'
      readonly params: OfTurn & {
        readonly plan: readonly { readonly step: string; readonly status: string }[]
      }
    }
  | {
      readonly method: 'error'
      readonly params: OfTurn & { readonly error: TurnError; readonly willRetry: boolean }
    }
  | {
      readonly method: 'serverRequest/resolved'
      readonly params: OfThread & { readonly requestId: RequestId }
    }

interface OfThread {
  readonly threadId: string
}

interface OfTurn extends OfThread {
  readonly turnId: string
}

export interface CommandApprovalParams {
  readonly kind: 'command' | 'writeStdin'
  readonly itemId: string
  readonly reason?: string | null
  readonly networkApprovalContext?: { readonly host: string } | null
  readonly command?: string | null
  readonly cwd?: string | null
  readonly additionalPermissions?: unknown
}

/** The changes themselves are in the item. */
export interface FileApprovalParams {
  readonly itemId: string
  readonly reason?: string | null
  readonly grantRoot?: string | null
}

export interface PermissionsApprovalParams {
  readonly itemId: string
  readonly reason: string | null
  readonly permissions: { readonly network: unknown; readonly fileSystem: unknown }
}

export interface UserInputParams {
  readonly itemId: string
  readonly questions: readonly {
    readonly id: string
    readonly question: string
    readonly options: readonly { readonly label: string; readonly description: string }[] | null
  }[]
}

/** A tool server's request to the user. Codex uses it to approve tool calls too, marked in `_meta`. */
export interface ElicitationParams {
  readonly turnId: string | null
  readonly serverName: string
  readonly mode: string
  readonly message?: string
  readonly requestedSchema?: unknown
  readonly url?: unknown
  readonly _meta?: unknown
}

export interface Model {
  readonly model: string
  readonly displayName: string
  readonly description: string
  readonly hidden: boolean
  readonly isDefault: boolean
  /** Levels of effort, and the default one. */
  readonly supportedReasoningEfforts?: readonly { readonly reasoningEffort: string }[]
  readonly defaultReasoningEffort?: string
}

/** A command that still runs though its call has a result. */
export interface BackgroundTerminal {
  readonly itemId: string
  readonly processId: string
}
