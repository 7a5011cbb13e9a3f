import type { BudgetView } from '../budget/budget.ts'
import type { Because } from '../mail/message-reasons.ts'
import type { MessageState } from '../mail/messages.ts'
import type { Crossing, CrossingId, Link, LinkMachines, Sent } from './links.ts'

/**
 * Why nothing crosses a link that is open. `budget`: used up, until *Extend* or the user's next word to a member.
 * `asked`: the user of another machine has not said yes yet.
 * `cap`: its turns have used all that they may. `loop`: the user closed a message that the loop guard held. `off`: the user has switched all links off.
 */
export type Rest = 'cap' | 'budget' | 'loop' | 'off' | 'gathering' | 'asked'

/** What windows are shown of a link as it is kept, in this order. */
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

/** A link as the window shows it; times in ms. */
export interface LinkView extends Pick<
  Link,
  (typeof linkFields)[number] | 'name' | 'opened' | 'purpose' | 'closed'
> {
  readonly rests: Rest | null
  readonly costUsd: number
  /** What turns that its crossings began have used, beside the cap. */
  readonly spending: BudgetView
  /** Crossings that a pause keeps back now. */
  readonly kept: number
  /** Absent: all its members are of this machine. */
  readonly machines?: Pick<LinkMachines, 'home' | 'names' | 'asked' | 'spent'>
}

/** What became of a crossing at one receiver; times in ms. */
export interface SentView extends Sent, Because {
  readonly state: MessageState
  readonly stateAt: number
  readonly inInput: boolean
  /** Number of the turn that read it. */
  readonly turn: number | null
}

/** A crossing as the window shows it; times in ms, the text at most 64 KiB. */
export interface CrossingView extends Omit<Crossing, 'sent'> {
  readonly words: number
  readonly sent: readonly SentView[]
}

/** What became of the user's words in a link, by the members' names. */
export interface LinkSaid {
  readonly id: CrossingId
  /** They start a turn with these words. */
  readonly wakes: readonly string[]
  /** They read them with their next prompt. */
  readonly absorbs: readonly string[]
}
