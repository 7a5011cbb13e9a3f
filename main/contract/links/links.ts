import type { Cap, Raise, Used } from '../budget/budget.ts'
/** Types only. Times are milliseconds since 1970 UTC. */

import type { MachineName } from '../fleet/machines.ts'
import type { Actor, AgentId, MessageId, TurnId } from '../api/model.ts'

/** `lnk-` and ten base32 characters. */
export type LinkId = `lnk-${string}`
/** `crs-` and ten base32 characters. */
export type CrossingId = `crs-${string}`

/**
 * What starts a turn of a member: replies to its own texts, every crossing, none, or those that name it
 * (`mentions`: the user is a member too); `paused` holds everything back.
 */
export type LinkMode = 'answers' | 'converse' | 'absorb' | 'mentions' | 'paused'

/**
 * How a crossing was delivered to one member. `asked`: started a turn, as the first reply to its own text.
 * `converse`: started a turn, as every crossing does or because it was named. `absorb`: read with the next
 * prompt. `paused`: held back until the link resumes.
 */
export type LinkDelivery = 'asked' | 'converse' | 'absorb' | 'paused'

/** The link data of a message that came over a link. */
export interface Crossed {
  readonly link: LinkId
  readonly crossing: CrossingId
  readonly carriage: LinkDelivery
  /** For a member on another machine: number of the sender's turn. */
  readonly turnNumber?: number
}

/** `by` waits for the first reply of `of` to its latest text. */
export interface PendingReply {
  readonly by: AgentId
  readonly of: AgentId
}

export interface Purpose extends Actor {
  readonly text: string
}

/**
 * For a link with members on several machines. Only its `home` counts and delivers crossings; the other
 * machines have copies, whose id includes the home: `lnk-…@attic`. Null: this machine is its home.
 */
export interface LinkMachines {
  readonly home: MachineName | null
  /** Latest known names of members on other machines: "Bea@barn". */
  readonly names: Readonly<Record<AgentId, string>>
  /** Members whose own user has not agreed yet; at its home a link rests until there are none. */
  readonly asked: readonly AgentId[]
  /** In a copy: members that have left, which its home does not know yet. */
  readonly leaving?: readonly AgentId[]
  /** At its home: episodes begun by texts on other machines since its own user last wrote; absent: none. */
  readonly begunAway?: number
  /** In a copy: texts on this machine begin no further episodes until the user of its home writes. */
  readonly spent?: true
}

/** A lasting connection of two or more agents: each one's final texts cross to the others. */
export interface Link {
  readonly id: LinkId
  /** In the given order, the opener first. */
  readonly members: readonly AgentId[]
  readonly mode: LinkMode
  /** Members that absorb, whatever the mode. */
  readonly mutedMembers: readonly AgentId[]
  readonly opened: Actor & { readonly at: number }
  /** The user's name for it, one line. Absent: it is called by its members. */
  readonly name?: string
  /** Shown to every member: one line of at most 500 characters, and who wrote it. */
  readonly purpose: Purpose | null
  /** Crossings per episode. */
  readonly budget: number
  /** Crossings allowed in this episode: the budget and what the user has added. */
  readonly budgetGranted: number
  /**
   * Crossings in this episode, at most `budgetGranted`. The user's message to a member begins a new episode.
   */
  readonly budgetUsed: number
  /** From 1. */
  readonly episode: number
  /** The user closed a held message of it: nothing crosses before their next message or *Extend*. */
  readonly stoppedByLoop: boolean
  readonly asks: readonly PendingReply[]
  /** In all episodes. */
  readonly crossings: number
  /** Usage of the turns whose first input was one of its crossings. */
  readonly used: Used
  /** Its own cap; null: the default of links. */
  readonly cap: Cap | null
  readonly raised: Raise
  /** Rows in its log: crossings, and silences. */
  readonly rows: number
  /** `why`: the start of the last message, or what ended it; may be empty. */
  readonly closed: (Actor & { readonly at: number; readonly why: string }) | null
  /** Absent: all members are on this machine. */
  readonly machines?: LinkMachines
}

/**
 * The final text of one turn over one link, or its silence. In the mode `mentions` also the user's text:
 * `from` is `userKey`, `turn` its own id, and `turnNumber` 0.
 */
export interface Crossing {
  readonly id: CrossingId
  readonly link: LinkId
  /** Position in its link's log, from 1, without gaps. */
  readonly n: number
  readonly turn: TurnId
  /** In its agent, from 1. */
  readonly turnNumber: number
  readonly from: AgentId
  readonly fromName: string
  /** `silent`: it had nothing to add, so nothing crossed and no budget was used. */
  readonly kind: 'said' | 'silent'
  /** At most 1 MiB of UTF-8; empty when silent. */
  readonly text: string
  readonly at: number
  /** Of its turn. */
  readonly costUsd: number
  /** Its receivers over this link, without those that got the text over another link. */
  readonly sent: readonly Sent[]
}

export interface Sent {
  readonly to: AgentId
  readonly toName: string
  readonly message: MessageId
  readonly carriage: LinkDelivery
}
