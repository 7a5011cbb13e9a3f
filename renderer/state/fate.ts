import type { FeedEvent } from '../../main/contract/feed.ts'
import type { MessageState } from '../../main/contract/model.ts'

/** What became of a message, as main told last. */
export interface Fate extends Omit<Extract<FeedEvent, { kind: 'message' }>, 'kind' | 'message'> {
  /** The states that it went through and when, as far as this window has heard; oldest first. */
  readonly steps: readonly Step[]
}

/** A state that a message reached, and when, in ms. */
export interface Step {
  readonly state: MessageState
  readonly at: number
}
