import type { BudgetView } from '../budget/budget.ts'
import type { Because } from '../mail/message-reasons.ts'
import type { MessageState } from '../mail/messages.ts'
import type { Crossing, CrossingId, Link, LinkMachines, Sent } from './links.ts'

/**
 * Why nothing crosses an open link. `budget`: used up until *Extend* or the user's next message to a member.
 * `asked`: the user of another machine has not agreed yet. `cap`: its turns have reached their cap. `loop`:
 * the user closed a message that the loop guard held. `off`: the user has switched all links off.
 */
export type PauseReason = 'cap' | 'budget' | 'loop' | 'off' | 'gathering' | 'asked'

/** Stored fields that windows get, in this order. */
export const linkFields = [
  'id',
  'members',
  'mode',
  'mutedMembers',
  'budgetUsed',
  'budgetGranted',
  'budget',
  'episode',
  'crossings',
] as const satisfies readonly (keyof Link)[]

/** Times in milliseconds. */
export interface LinkView extends Pick<
  Link,
  (typeof linkFields)[number] | 'name' | 'opened' | 'purpose' | 'closed'
> {
  readonly pauseReason: PauseReason | null
  readonly costUsd: number
  /** Usage of the turns that its crossings started, and the cap. */
  readonly spending: BudgetView
  /** Crossings held back by a pause. */
  readonly kept: number
  /** Absent: all members are on this machine. */
  readonly machines?: Pick<LinkMachines, 'home' | 'names' | 'asked' | 'spent'>
}

/** A crossing's state at one receiver; times in milliseconds. */
export interface SentView extends Sent, Because {
  readonly state: MessageState
  readonly stateAt: number
  readonly inInput: boolean
  /** Number of the turn that read it. */
  readonly turn: number | null
}

/** Times in milliseconds; the text is at most 64 KiB. */
export interface CrossingView extends Omit<Crossing, 'sent'> {
  readonly words: number
  readonly sent: readonly SentView[]
}

/** The members' names. */
export interface LinkSaid {
  readonly id: CrossingId
  /** It starts a turn of these. */
  readonly wakes: readonly string[]
  /** These read it with their next prompt. */
  readonly absorbs: readonly string[]
}
