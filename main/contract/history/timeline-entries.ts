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

/** What the timeline keeps of each thing that happened. Types only. Times are milliseconds since 1970 UTC. */

/**
 * What an entry is about. `message`: words on their way. `link`: what crossed, and how it stands. `timer`. `gathering`:
 * what was said there, and where the piece went. `card`: what the user was asked. `agent`: tabs, and everything at once.
 */
export const timelineKinds = ['message', 'link', 'timer', 'gathering', 'card', 'agent'] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** What a user is asked. `urgent`, `held`: about mail. `proposal`: a gathering. */
export type QuestionKind = 'permission' | 'question' | 'trust' | 'urgent' | 'held' | 'proposal'

/**
 * How a card ended. `lasting`: allowed for good, in these words. `silence`: the time was up. `withdrawn`: it was needed
 * no more; nobody answered.
 */
export type CardAnswer =
  | { readonly kind: 'allowed'; readonly lasting: string | null }
  | { readonly kind: 'denied' | 'answered'; readonly words: string }
  | { readonly kind: 'trusted' | 'refused' }
  | { readonly kind: 'now' | 'later' | 'silence' }
  | { readonly kind: 'released' | 'dropped' }
  | { readonly kind: 'started' | 'dismissed' }
  | { readonly kind: 'withdrawn' }

/** Why the piece came to a seat. `order`: round the circle. `chosen`: the holder named it. `host`: the user's hand. */
export type PieceWay = 'order' | 'chosen' | 'host'

/**
 * What passed about the user's seat in a circle of another machine. `handed`: the piece came to them; `spoke`, `quiet`,
 * `skipped`: how that ended; `over`: the circle is, or goes on without them.
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

/** What a timer did. `moved`: it fires later, `reason` says why. */
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

/** What became of a task. */
export type TaskAct = 'added' | 'edited' | 'claimed' | 'done' | 'dropped' | 'open' | 'lapsed'

/** What happened, as facts; what changes later (what became of a message, what a turn cost) is looked up when it is read. */
export type TimelineFact =
  | { readonly kind: 'message'; readonly message: MessageId }
  | {
      readonly kind: 'link'
      readonly did: 'said' | 'silent'
      readonly link: LinkId
      readonly crossing: CrossingId
      readonly n: number
      /** Number of the turn that concluded so. */
      readonly turn: number
      /** What brought it to each receiver. */
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
      /** Number of its agent's newest turn by then. */
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
      /** Rows of it by then. */
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
      /** As it stands here, `gat-…@attic`. */
      readonly gathering: GatheringId
      readonly machine: MachineName
      readonly topic: string
    }
  | {
      readonly kind: 'card'
      readonly asked: QuestionKind
      readonly card: CardId | MessageId | GatheringId | null
      /** Null: it is asked; else how it ended. */
      readonly answer: CardAnswer | null
    }
  | {
      readonly kind: 'agent'
      readonly did: 'created' | 'closed' | 'reopened' | 'deleted' | 'failed' | 'stopped'
      readonly reason: AgentReason | null
    }
  /** An agent told its user something in the middle of a turn. */
  | { readonly kind: 'agent'; readonly did: 'notified' }
  /** An agent edits a file that another one has changed or claimed; it claims files, or its claims have ended. */
  | { readonly kind: 'agent'; readonly did: 'sharedFile' | 'claimedFiles' | 'releasedFiles' }
  /** Somebody did something with the list of tasks. `lapsed`: a claim has ended by itself. */
  | { readonly kind: 'agent'; readonly did: 'task'; readonly task: TaskId; readonly act: TaskAct }
  /** How the setup or teardown of its worktree stands; the entry's text is the command. */
  | {
      readonly kind: 'agent'
      readonly did: 'worktree'
      readonly phase: RunPhase
      readonly run: Pick<WorktreeRun, 'state' | 'problem'>
    }
  /** The user has stopped everything, or lets it go on. */
  | { readonly kind: 'agent'; readonly did: 'stoppedAll' | 'wentOn' }
  /** The clock was set on, or the machine slept; or it was set back: by so many ms. */
  | { readonly kind: 'agent'; readonly did: 'clockOn' | 'clockBack'; readonly by: number }

/** One thing that happened, as it is kept. What names it again takes its place: sealed words that were opened. */
export interface TimelineEntry {
  readonly id: string
  readonly at: number
  /** With whom it is deleted for good; null: it stays. */
  readonly owner: AgentId | null
  readonly from: Actor | null
  readonly to: readonly Actor[]
  /** Everybody it is about. */
  readonly agents: readonly AgentId[]
  readonly link: LinkId | null
  readonly gathering: GatheringId | null
  /** The first words, at most 2,000 characters; empty while they are under seal. */
  readonly text: string
  /** Its words are not given to anybody yet. */
  readonly sealed: boolean
  /** The row of a transcript that it is about, where it has one. */
  readonly row: { readonly agent: AgentId; readonly n: number } | null
  readonly fact: TimelineFact
}
