import type { AgentReason } from '../agents/agent-words.ts'
import type { Closing } from '../gatherings/closing-facts.ts'
import type { GatheringId, Phase, SpeakingTurnId } from '../gatherings/gatherings.ts'
import type { MachineName } from '../fleet/machines.ts'
import type { HeartbeatId, Intent, TimerReason } from '../timers/heartbeats.ts'
import type { RunPhase, WorktreeRun } from '../folders/worktree-runs.ts'
import type { TaskId } from '../tasks/tasks.ts'
import type { CrossingId, LinkId, LinkMode } from '../links/links.ts'
import type { Actor, AgentId, CardId, MessageId } from '../api/model.ts'
import type { UtteranceKind } from '../gatherings/utterances.ts'

/** Stored entries of the timeline. Types only. Times are milliseconds since 1970 UTC. */

/**
 * Subjects of entries. `link` includes its crossings; `gathering` its texts and the piece; `card`: questions
 * to the user; `agent`: tabs, and everything that concerns all of Janus.
 */
export const timelineKinds = ['message', 'link', 'timer', 'gathering', 'card', 'agent'] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** What a user is asked. `urgent`, `held`: about a message. `proposal`: a gathering. */
export type QuestionKind = 'permission' | 'question' | 'trust' | 'urgent' | 'held' | 'proposal'

/**
 * How a card ended. `lasting`: what is allowed from now on. `silence`: it timed out. `withdrawn`: it became
 * unnecessary without an answer.
 */
export type CardAnswer =
  | { readonly kind: 'allowed'; readonly lasting: string | null }
  | { readonly kind: 'denied' | 'answered'; readonly words: string }
  | { readonly kind: 'trusted' | 'refused' }
  | { readonly kind: 'now' | 'later' | 'silence' }
  | { readonly kind: 'released' | 'dropped' }
  | { readonly kind: 'started' | 'dismissed' }
  | { readonly kind: 'withdrawn' }

/** How the piece came to a seat. `order`: around the circle. `chosen`: by the holder. `host`: by the user. */
export type PieceWay = 'order' | 'chosen' | 'host'

/**
 * Events of the user's seat in another machine's circle. `handed`: the piece came to them; `spoke`, `quiet`,
 * `skipped`: how that turn ended; `over`: the circle ended, or continues without them.
 */
export type CircleDid =
  | 'asked'
  | 'seated'
  | 'declined'
  | 'left'
  | 'handed'
  | 'spoke'
  | 'quiet'
  | 'skipped'
  | 'over'

/** `moved`: it fires later, `reason` says why. */
export type TimerDid =
  | 'set'
  | 'fired'
  | 'armed'
  | 'moved'
  | 'paused'
  | 'resting'
  | 'waiting'
  | 'held'
  | 'stale'
  | 'kept'
  | 'dropped'
  | 'discarded'
  | 'replaced'
  | 'cancelled'

export type TaskAct = 'added' | 'edited' | 'claimed' | 'done' | 'dropped' | 'open' | 'lapsed'

/** Facts only; what changes later, such as a message's state or a turn's cost, is looked up when reading. */
export type TimelineFact =
  | { readonly kind: 'message'; readonly message: MessageId }
  | {
      readonly kind: 'link'
      readonly did: 'said' | 'silent'
      readonly link: LinkId
      readonly crossing: CrossingId
      readonly n: number
      /** Number of the turn that ended with it. */
      readonly turn: number
      /** The messages that delivered it. */
      readonly sent: readonly MessageId[]
    }
  | {
      readonly kind: 'link'
      readonly did: 'opened' | 'changed'
      readonly link: LinkId
      readonly mode: LinkMode
    }
  | { readonly kind: 'link'; readonly did: 'closed'; readonly link: LinkId; readonly why: string }
  | {
      readonly kind: 'timer'
      readonly did: TimerDid
      readonly heartbeat: HeartbeatId
      readonly intent: Intent
      readonly reason: TimerReason | null
      readonly dueAt: number
      /** Number of its agent's newest turn at that time. */
      readonly turn: number
    }
  | {
      readonly kind: 'gathering'
      readonly did: UtteranceKind
      readonly gathering: GatheringId
      readonly n: number
      readonly phase: Phase
      readonly round: number
      readonly seat: number | null
      readonly turn: number | null
      readonly costUsd: number
    }
  | {
      readonly kind: 'gathering'
      readonly did: 'given'
      readonly gathering: GatheringId
      /** Number of its rows at that time. */
      readonly n: number
      readonly pieceTurnId: SpeakingTurnId
      readonly seat: number
      readonly way: PieceWay
    }
  | { readonly kind: 'gathering'; readonly did: 'convened' | 'harvested'; readonly gathering: GatheringId }
  | {
      readonly kind: 'gathering'
      readonly did: 'closed'
      readonly gathering: GatheringId
      readonly closing: Closing
    }
  | {
      readonly kind: 'gathering'
      readonly did: CircleDid
      /** Its id here, `gat-…@attic`. */
      readonly gathering: GatheringId
      readonly machine: MachineName
      readonly topic: string
    }
  | {
      readonly kind: 'card'
      readonly asked: QuestionKind
      readonly card: CardId | MessageId | GatheringId | null
      /** Null: it was asked; else how it ended. */
      readonly answer: CardAnswer | null
    }
  | {
      readonly kind: 'agent'
      readonly did: 'created' | 'closed' | 'reopened' | 'deleted' | 'failed' | 'stopped'
      readonly reason: AgentReason | null
    }
  /** During a turn. */
  | { readonly kind: 'agent'; readonly did: 'notified' }
  /** `sharedFile`: it edits a file that another agent has changed or claimed. */
  | { readonly kind: 'agent'; readonly did: 'sharedFile' | 'claimedFiles' | 'releasedFiles' }
  /** `lapsed`: a claim ended by itself. */
  | { readonly kind: 'agent'; readonly did: 'task'; readonly task: TaskId; readonly act: TaskAct }
  /** State of its worktree's setup or teardown; the entry's text is the command. */
  | {
      readonly kind: 'agent'
      readonly did: 'worktree'
      readonly phase: RunPhase
      readonly run: Pick<WorktreeRun, 'state' | 'problem'>
    }
  /** By the user. */
  | { readonly kind: 'agent'; readonly did: 'stoppedAll' | 'wentOn' }
  /**
   * `clockOn`: the clock was set forward, or the machine slept; `clockBack`: it was set back. `by`:
   * milliseconds.
   */
  | { readonly kind: 'agent'; readonly did: 'clockOn' | 'clockBack'; readonly by: number }

/** An entry with the same id replaces it, as when sealed text is opened. */
export interface TimelineEntry {
  readonly id: string
  readonly at: number
  /** The agent with which it is permanently deleted; null: it stays. */
  readonly owner: AgentId | null
  readonly from: Actor | null
  readonly to: readonly Actor[]
  /** Every agent that it is about. */
  readonly agents: readonly AgentId[]
  readonly link: LinkId | null
  readonly gathering: GatheringId | null
  /** At most the first 2,000 characters; empty while sealed. */
  readonly text: string
  /** Nobody has got its text yet. */
  readonly sealed: boolean
  /** The transcript row that it is about, if any. */
  readonly row: { readonly agent: AgentId; readonly n: number } | null
  readonly fact: TimelineFact
}
