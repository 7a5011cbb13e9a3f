/** Handlers: the user's rules about what peers write to one agent. Types and names only. Times are ms since 1970 UTC. */

import type { Author, AgentId, MessageId } from '../api/model.ts'
import type { Priority } from '../mail/priorities.ts'

/** `hdl-` and ten base32 characters. */
export type HandlerId = `hdl-${string}`

/**
 * What a receiver does when a message is accepted; exactly one at any time. `working`: a turn that is not the user's.
 * `conversing`: a turn of the user's, or they write in its tab. `asking`: it waits for the user's answer. `sitting`:
 * in a gathering. `halted`: stopped or failed.
 */
export const doings = ['idle', 'asleep', 'working', 'conversing', 'asking', 'sitting', 'halted'] as const
/** One of them. */
export type Doing = (typeof doings)[number]

/** Which messages a handler is for. What is left open (an empty list, null, `any`) excludes nothing. */
export interface HandlerWhen {
  /** Any agent, those that it is linked with, or just these. */
  readonly from: 'any' | 'linked' | readonly AgentId[]
  readonly priorities: readonly Priority[]
  /** Words in the message, blind to case, accents and look-alike letters: one of them, or all. */
  readonly words: { readonly which: 'any' | 'all'; readonly texts: readonly string[] } | null
  /** Whether it expects a reply. */
  readonly question: 'any' | 'yes' | 'no'
  readonly doing: readonly Doing[]
}

/** What a handler does. The last two only ask the user, and the message goes its usual way meanwhile. */
export type HandlerAction =
  /** Answers in place of the agent, which does not read the message: with these words, or with a file of its folder. */
  | { readonly kind: 'respond'; readonly text: string }
  | { readonly kind: 'respond'; readonly file: string }
  /** Tells the user. */
  | { readonly kind: 'notify' }
  /** Holds it for the user's click. */
  | { readonly kind: 'hold' }
  | { readonly kind: 'priority'; readonly to: Priority }
  /** With a click: gives the agent a slash command. */
  | { readonly kind: 'command'; readonly command: string }
  /** With a click: closes the agent's tab. */
  | { readonly kind: 'close' }

/** A message about which a handler asks the user. */
export interface HandlerAsk {
  readonly message: MessageId
  readonly from: AgentId
  readonly fromName: string
  /** First 280 characters. */
  readonly preview: string
  readonly at: number
}

/** A message of which a handler told the user. `problem`: why it could not be answered; empty where nothing went wrong. */
interface HandlerTold extends HandlerAsk {
  readonly problem: string
}

/** A rule of the user's about what peers write to one agent. The first that is on and meets a message is carried out. */
export interface Handler {
  readonly id: HandlerId
  readonly agent: AgentId
  readonly name: string
  readonly isOn: boolean
  /** Its place among the agent's, from 0. */
  readonly place: number
  readonly when: HandlerWhen
  readonly then: HandlerAction
  /** What it asks the user now, oldest first; of `command` and `close` only. */
  readonly asks: readonly HandlerAsk[]
  /** The newest message of which it told the user. */
  readonly told: HandlerTold | null
  readonly madeBy: Author
  readonly madeAt: number
  /** How often it was carried out, and when last. */
  readonly did: number
  readonly lastAt: number | null
}

/** Names a handler, also when it is gone. */
export type HandlerName = Pick<Handler, 'id' | 'name'>

/** What a handler did with a message. */
export type ActionTaken =
  /** Its answer is on its way: a file is read, or everything is stopped. */
  | { readonly kind: 'answering' }
  /** `words`: the first of them. */
  | { readonly kind: 'answered'; readonly answer: MessageId | null; readonly words: string }
  /** It went its usual way. `file`: `detail` says what stands against it. `loop`: the loop guard would have held the answer. */
  | { readonly kind: 'unanswered'; readonly why: 'file' | 'loop' | 'full'; readonly detail: string }
  | { readonly kind: 'notified' }
  | { readonly kind: 'held' }
  | { readonly kind: 'priority'; readonly was: Priority; readonly now: Priority }
  /** Asked the user; `command` null: whether to close the tab. */
  | { readonly kind: 'asked'; readonly command: string | null }

/** What a handler did, as its message keeps it. */
export interface HandlerRecord extends HandlerName {
  readonly at: number
  readonly action: ActionTaken
  /** When the user gave the message to the agent after all. */
  readonly handedOverAt: number | null
}

/** A handler as the window and the user's tools see it. */
export interface HandlerView extends Omit<Handler, 'asks' | 'told' | 'madeBy' | 'madeAt' | 'when'> {
  readonly when: Omit<HandlerWhen, 'from'> & {
    readonly from: 'any' | 'linked' | readonly { readonly id: AgentId; readonly name: string }[]
  }
  /** In one sentence: for which messages, and what it does. */
  readonly words: string
}

/** What an agent's tab shows of its handlers. */
export interface HandlersView {
  readonly count: number
  /** How many of them are on. */
  readonly on: number
  /** What they ask the user now, oldest first. */
  readonly asks: readonly HandlerAskView[]
  /** The newest message of which each told the user, where it told any. */
  readonly told: readonly (HandlerTold & { readonly handler: HandlerId; readonly name: string })[]
}

/** One thing that a handler asks the user. `command` null: whether to close the tab. */
export interface HandlerAskView extends HandlerAsk {
  readonly handler: HandlerId
  readonly name: string
  readonly command: string | null
}

/** What a handler would have done with the last messages to its agent. */
export interface HandlerTrial {
  /** How many were looked at. */
  readonly looked: number
  /** What the agent did when they came is not known any more, so that part of the rule was left out. */
  readonly withoutDoing: boolean
  /** What stands against its answer now, in words: its file is not there. Empty where nothing does. */
  readonly problem: string
  /** Newest first. */
  readonly matches: readonly HandlerMatch[]
}

/** A message that it would have met. */
export interface HandlerMatch {
  readonly message: MessageId
  readonly fromName: string
  /** First 140 characters. */
  readonly preview: string
  readonly at: number
  readonly priority: Priority
  readonly expectsReply: boolean
  /** What would have become of it. */
  readonly would: string
  /** A handler before it that would have met this one first. */
  readonly before: string | null
}
