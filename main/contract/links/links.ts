import type { Cap, Raise, Used } from '../budget/budget.ts'
/** Links, and what crosses them. Types only. Times are milliseconds since 1970 UTC. */

import type { MachineName } from '../fleet/machines.ts'
import type { Actor, AgentId, MessageId, TurnId } from '../api/model.ts'

/** `lnk-` and ten base32 characters. */
export type LinkId = `lnk-${string}`
/** `crs-` and ten base32 characters. */
export type CrossingId = `crs-${string}`

/**
 * What wakes a member of a link: answers to what it said, every crossing, none, or those that name it (`mentions`: the user
 * is a member too); or all is kept back.
 */
export type LinkMode = 'answers' | 'converse' | 'absorb' | 'mentions' | 'paused'

/**
 * How a crossing was put to one member. `asked`: woke it, as the first word back to what it had said. `converse`:
 * woke it, as every crossing does or since it was named. `absorb`: goes along with its next prompt. `paused`: kept back until the link goes on.
 */
export type LinkDelivery = 'asked' | 'converse' | 'absorb' | 'paused'

/** What a message that came over a link says of that. */
export interface Crossed {
  readonly link: LinkId
  readonly crossing: CrossingId
  readonly carriage: LinkDelivery
  /** For a member of another machine, which is told it: number of the turn that it is of. */
  readonly turnNumber?: number
}

/** One member waits for the first word of another: what it said last to it is not answered yet. */
export interface PendingReply {
  readonly by: AgentId
  readonly of: AgentId
}

/** What a link is for, in the words of the one who said so. */
export interface Purpose extends Actor {
  readonly text: string
}

/**
 * What is known of a link whose members live on several machines. Its `home` alone counts and carries; what the machines of
 * its members know of it is a copy, under its id there and its home, `lnk-…@attic`. Null: this machine is its home.
 */
export interface LinkMachines {
  readonly home: MachineName | null
  /** Members of other machines, as they were called last: "Bea@barn". */
  readonly names: Readonly<Record<AgentId, string>>
  /** Members for whom the user of their machine has not said yes yet. At its home a link rests until nobody is left here. */
  readonly asked: readonly AgentId[]
  /** Members of a copy that take part no more: its home has not heard that yet. */
  readonly leaving?: readonly AgentId[]
  /** At its home: episodes that words on other machines have begun since its own user's last word; absent: none. */
  readonly begunAway?: number
  /** In a copy: words on this machine begin no more episodes, before the user of its home has a word; absent: they do. */
  readonly spent?: true
}

/** A lasting tie between two or more agents: what one of them concludes crosses to the others. */
export interface Link {
  readonly id: LinkId
  /** In the order in which they were named; the opener first. */
  readonly members: readonly AgentId[]
  readonly mode: LinkMode
  /** Members that absorb whatever the mode says. */
  readonly mutedMembers: readonly AgentId[]
  readonly opened: Actor & { readonly at: number }
  /** What the user calls it: one line. Absent: it goes by its members. */
  readonly name?: string
  /** What it is for, told to every member, and in whose words: one line, at most 500 characters. Null: nobody has said. */
  readonly purpose: Purpose | null
  /** Crossings that an episode begins with. */
  readonly budget: number
  /** Crossings of this episode that are allowed: the budget and what the user has added. */
  readonly budgetGranted: number
  /** Crossings of this episode so far, never more than `allowed`. The user's word to a member begins a new one. */
  readonly budgetUsed: number
  /** From 1. */
  readonly episode: number
  /** The user closed a held message of its: nothing crosses before their next word or *Extend*. */
  readonly stoppedByLoop: boolean
  readonly asks: readonly PendingReply[]
  /** All crossings so far, in all episodes. */
  readonly crossings: number
  /** What the turns used that a crossing of it began, as the first of their words. */
  readonly used: Used
  /** Its own; null: the usual one of a link. */
  readonly cap: Cap | null
  readonly raised: Raise
  /** Rows of its log so far: crossings, and silences. */
  readonly rows: number
  /** `why`: the first of its last words, or what ended it; empty where nothing was said. */
  readonly closed: (Actor & { readonly at: number; readonly why: string }) | null
  /** Absent: all its members are of this machine. */
  readonly machines?: LinkMachines
}

/**
 * One completed turn's final text over one link, or its silence. In the mode `mentions` also what the user said in it: from
 * `userKey`, of no turn, so that `turn` is its own and `turnNumber` 0.
 */
export interface Crossing {
  readonly id: CrossingId
  readonly link: LinkId
  /** Its place in the log of its link, from 1, without gaps. */
  readonly n: number
  readonly turn: TurnId
  /** Number of that turn in its agent, from 1. */
  readonly turnNumber: number
  readonly from: AgentId
  readonly fromName: string
  /** `silent`: it had nothing to add; nothing crossed and no budget was used. */
  readonly kind: 'said' | 'silent'
  /** At most 1 MiB of UTF-8; empty when silent. */
  readonly text: string
  readonly at: number
  /** Of its turn. */
  readonly costUsd: number
  /** To whom it went over this link; words that another link has carried to a member are not here. */
  readonly sent: readonly Sent[]
}

/** One receiver of a crossing. */
export interface Sent {
  readonly to: AgentId
  readonly toName: string
  readonly message: MessageId
  readonly carriage: LinkDelivery
}
