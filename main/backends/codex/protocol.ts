/**
 * The part of Codex's app-server protocol that is spoken here, by the names of Codex. `protocol.long.real.test.ts` holds
 * it to what the program itself generates.
 */

/** Names a request, of ours or of Codex. */
export type RequestId = string | number

/** What went wrong with a request. */
export interface RpcError {
  readonly code: number
  readonly message: string
}

interface TextInput {
  readonly type: 'text'
  readonly text: string
  readonly text_elements: readonly never[]
}

/** What is put before the model: words, or a picture by its `data:` address. */
export type CodexInput = TextInput | { readonly type: 'image'; readonly url: string }

/** When Codex asks: before everything that is not known to be harmless, when the model wants more than it may, never. */
export type AskForApproval = 'untrusted' | 'on-request' | 'never'

/** One thing in a turn; only what is read. */
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
      /** The threads that it has started, or is about. */
      readonly receiverThreadIds?: readonly string[]
    }
  | { readonly type: 'webSearch'; readonly id: string; readonly query: string }
  | { readonly type: 'imageView'; readonly id: string; readonly path: string }
  | { readonly type: 'contextCompaction'; readonly id: string }

/** What happens to one file. */
export interface FileUpdateChange {
  readonly path: string
  readonly kind:
    | { readonly type: 'add' }
    | { readonly type: 'delete' }
    | { readonly type: 'update'; readonly move_path: string | null }
  readonly diff: string
}

/** Why a turn failed. */
export interface TurnError {
  readonly message: string
  /** A word, or an object of one with the status of HTTP in it. */
  readonly codexErrorInfo: unknown
  readonly additionalDetails: string | null
}

/** A turn, as its begin and its end tell it. */
export interface CodexTurn {
  readonly id: string
  readonly status: 'completed' | 'interrupted' | 'failed' | 'inProgress'
  readonly error: TurnError | null
}

/** A turn of before, with what was said in it. */
export interface ImportedTurn extends CodexTurn {
  readonly items: readonly ThreadItem[]
  /** In s. */
  readonly startedAt: number | null
  readonly completedAt: number | null
}

/** A conversation, as it is listed. */
export interface CodexThread {
  readonly id: string
  /** Its first words, and the user's name for it. */
  readonly preview: string
  readonly name: string | null
  readonly cwd: string
  /** In s. */
  readonly updatedAt: number
  readonly path: string | null
}

/** Tokens; `inputTokens` has the cached ones in it. */
export interface TokenUsageBreakdown {
  readonly inputTokens: number
  readonly cachedInputTokens: number
  readonly cacheWriteInputTokens: number
  readonly outputTokens: number
}

/** What a thread has used, in all and by its last call, and how many tokens its model can be shown. */
export interface ThreadTokenUsage {
  readonly total: TokenUsageBreakdown & { readonly totalTokens?: number }
  readonly last: TokenUsageBreakdown & { readonly totalTokens: number }
  readonly modelContextWindow: number | null
}

/** How much of one limit is used, until when, in s. */
export interface RateLimitWindow {
  readonly usedPercent: number
  readonly windowDurationMins: number | null
  readonly resetsAt: number | null
}

/** How the plan of an account stands. */
export interface RateLimitSnapshot {
  readonly limitName: string | null
  readonly primary: RateLimitWindow | null
  readonly secondary: RateLimitWindow | null
}

/** What Codex tells by itself, of a thread; what is not here is passed over. */
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

/** What is asked before a command runs. */
export interface CommandApprovalParams {
  readonly kind: 'command' | 'writeStdin'
  readonly itemId: string
  readonly reason?: string | null
  readonly networkApprovalContext?: { readonly host: string } | null
  readonly command?: string | null
  readonly cwd?: string | null
  readonly additionalPermissions?: unknown
}

/** What is asked before files are changed; what would change stands in the item. */
export interface FileApprovalParams {
  readonly itemId: string
  readonly reason?: string | null
  readonly grantRoot?: string | null
}

/** What is asked when the model wants to be allowed more. */
export interface PermissionsApprovalParams {
  readonly itemId: string
  readonly reason: string | null
  readonly permissions: { readonly network: unknown; readonly fileSystem: unknown }
}

/** The model's questions to the user. */
export interface UserInputParams {
  readonly itemId: string
  readonly questions: readonly {
    readonly id: string
    readonly question: string
    readonly options: readonly { readonly label: string; readonly description: string }[] | null
  }[]
}

/** What a tool server asks; before a call of a tool, Codex asks so too, and says so in `_meta`. */
export interface ElicitationParams {
  readonly turnId: string | null
  readonly serverName: string
  readonly mode: string
  readonly message?: string
  readonly requestedSchema?: unknown
  readonly url?: unknown
  readonly _meta?: unknown
}

/** A model that can be chosen. */
export interface Model {
  readonly model: string
  readonly displayName: string
  readonly description: string
  readonly hidden: boolean
  readonly isDefault: boolean
  /** How hard it can think, and does where nobody chose. */
  readonly supportedReasoningEfforts?: readonly { readonly reasoningEffort: string }[]
  readonly defaultReasoningEffort?: string
}

/** A command that still runs though its call has been answered. */
export interface BackgroundTerminal {
  readonly itemId: string
  readonly processId: string
}
