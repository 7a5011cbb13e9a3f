import type { HeartbeatId } from '../../main/contract/timers/heartbeats.ts'
import type { AgentId, CardId, MessageId } from '../../main/contract/api/model.ts'
import type { WishId } from '../../main/contract/agents/tab-wishes.ts'
import type { GatheringId, UtteranceId } from '../../main/contract/gatherings/gatherings.ts'
import type { LinkId } from '../../main/contract/links/links.ts'

/** A row of a link or a gathering that is wanted in view: its pane shows it as soon as it holds it. */
export type Aim =
  | { readonly kind: 'link'; readonly id: LinkId; readonly n: number }
  | { readonly kind: 'gathering'; readonly id: GatheringId; readonly utterance: UtteranceId }

/**
 * A row that is wanted in view: the transcript of that tab scrolls to it as soon as it holds it, marks it for a
 * moment, and calls `arrive`. Until then it lets no rows go. `features/search/go-to-row.ts` reads the pages.
 */
export interface Jump {
  readonly agent: AgentId
  readonly n: number
  /** What was looked for: its first place in the row comes into view, and is marked. */
  readonly words: string
  /** The row takes the focus. */
  readonly isLanding: boolean
}

/** Names the card of a tab, or of a turn in it, that is at its cap. */
export type CapCardId = `${'turn' | 'tab'}-cap-${string}`

/** A card that is wanted in view and in focus, in the tab of its agent. */
export interface Call {
  readonly agent: AgentId
  /** A card of its program, a message that asks or is held, a timer that is, or a gathering it proposes; null: whatever asks there first. */
  readonly card: CardId | MessageId | HeartbeatId | GatheringId | WishId | CapCardId | null
}
