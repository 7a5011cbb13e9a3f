/**
 * Handlers are the user's rules for messages from peers to one agent. Times are milliseconds since 1970 UTC.
 */

import type { Author, AgentId, MessageId } from '../api/model.ts'
import type { Priority } from '../mail/priorities.ts'

/** `hdl-` and ten base32 characters. */
export type HandlerId = `hdl-${string}`

/**
 * State of a receiver when it gets a message; exactly one applies. `working`: in a turn that is not the
 * user's. `conversing`: in a turn of the user, or the user is typing in its tab. `asking`: waiting for the
 * user's answer. `sitting`: in a gathering. `halted`: stopped or failed.
 */
export const receiverStates = [
  'idle',
  'asleep',
  'working',
  'conversing',
  'asking',
  'sitting',
  'halted',
] as const
export type ReceiverState = (typeof receiverStates)[number]

/** Conditions of a handler. An empty list, null or `any` excludes nothing. */
export interface HandlerWhen {
  /** Any agent, linked ones, or these. */
  readonly from: 'any' | 'linked' | readonly AgentId[]
  readonly priorities: readonly Priority[]
  /** Words in the message, ignoring case, accents and look-alike letters: one of them, or all. */
  readonly words: { readonly which: 'any' | 'all'; readonly texts: readonly string[] } | null
  /** Whether it expects a reply. */
  readonly question: 'any' | 'yes' | 'no'
  readonly doing: readonly ReceiverState[]
}

/** The last two only ask the user; meanwhile the message is delivered as usual. */
export type HandlerAction =
  /**
   * Answers instead of the agent, which does not read the message: with this text, or with a file of its
   * folder.
   */
  | { readonly kind: 'respond'; readonly text: string }
  | { readonly kind: 'respond'; readonly file: string }
  /** Notifies the user. */
  | { readonly kind: 'notify' }
  /** Holds it for the user's click. */
  | { readonly kind: 'hold' }
  | { readonly kind: 'priority'; readonly to: Priority }
  /** After the user's click: gives the agent a slash command. */
  | { readonly kind: 'command'; readonly command: string }
  /** After the user's click: closes the agent's tab. */
  | { readonly kind: 'close' }

/** A handler's question to the user about a message. */
export interface HandlerAsk {
  readonly message: MessageId
  readonly from: AgentId
  readonly fromName: string
  /** First 280 characters. */
  readonly preview: string
  readonly at: number
}

/** `problem`: why it could not be answered; may be empty. */
interface HandlerNotice extends HandlerAsk {
  readonly problem: string
}

/** The first active handler that matches a message is applied. */
export interface Handler {
  readonly id: HandlerId
  readonly agent: AgentId
  readonly name: string
  readonly isOn: boolean
  /** Index among the agent's handlers, from 0. */
  readonly place: number
  readonly when: HandlerWhen
  readonly then: HandlerAction
  /** Open questions to the user, oldest first; only for `command` and `close`. */
  readonly asks: readonly HandlerAsk[]
  /** The newest message about which it notified the user. */
  readonly told: HandlerNotice | null
  readonly madeBy: Author
  readonly madeAt: number
  /** Number of times it was applied, and the last one. */
  readonly did: number
  readonly lastAt: number | null
}

/** Kept also after the handler is deleted. */
export type HandlerName = Pick<Handler, 'id' | 'name'>

export type ActionTaken =
  /** The answer is pending: a file is being read, or everything is stopped. */
  | { readonly kind: 'answering' }
  /** `words`: start of the answer. */
  | { readonly kind: 'answered'; readonly answer: MessageId | null; readonly words: string }
  /**
   * The message was delivered as usual. `file`: `detail` says why the file can't be used. `loop`: the loop
   * guard would have held the answer.
   */
  | { readonly kind: 'unanswered'; readonly why: 'file' | 'loop' | 'full'; readonly detail: string }
  | { readonly kind: 'notified' }
  | { readonly kind: 'held' }
  | { readonly kind: 'priority'; readonly was: Priority; readonly now: Priority }
  /** `command` null: asked whether to close the tab. */
  | { readonly kind: 'asked'; readonly command: string | null }

/** Stored with the message. */
export interface HandlerRecord extends HandlerName {
  readonly at: number
  readonly action: ActionTaken
  /** When the user delivered the message to the agent anyway. */
  readonly handedOverAt: number | null
}

/** For the window and the user's tools. */
export interface HandlerView extends Omit<Handler, 'asks' | 'told' | 'madeBy' | 'madeAt' | 'when'> {
  readonly when: Omit<HandlerWhen, 'from'> & {
    readonly from: 'any' | 'linked' | readonly { readonly id: AgentId; readonly name: string }[]
  }
  /** One sentence with its conditions and action. */
  readonly words: string
}

/** Handlers in an agent's tab. */
export interface HandlersView {
  readonly count: number
  readonly on: number
  /** Open questions, oldest first. */
  readonly asks: readonly HandlerAskView[]
  /** For each handler, the newest message about which it notified the user. */
  readonly told: readonly (HandlerNotice & { readonly handler: HandlerId; readonly name: string })[]
}

/** `command` null: whether to close the tab. */
export interface HandlerAskView extends HandlerAsk {
  readonly handler: HandlerId
  readonly name: string
  readonly command: string | null
}

/** Dry run of a handler on the latest messages to its agent. */
export interface HandlerTrial {
  /** Number of messages checked. */
  readonly checked: number
  /** The agent's states at those times are unknown, so that condition was ignored. */
  readonly withoutDoing: boolean
  /** Why its answer would fail now, such as a missing file; may be empty. */
  readonly problem: string
  /** Newest first. */
  readonly matches: readonly HandlerMatch[]
}

export interface HandlerMatch {
  readonly message: MessageId
  readonly fromName: string
  /** First 140 characters. */
  readonly preview: string
  readonly at: number
  readonly priority: Priority
  readonly expectsReply: boolean
  /** Its result. */
  readonly would: string
  /** An earlier handler that would have matched it first. */
  readonly before: string | null
}
