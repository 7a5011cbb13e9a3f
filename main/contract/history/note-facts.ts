import type { FilePatch } from '../folders/changes.ts'
import type { TurnUse } from '../budget/budget.ts'
import type { AgentReason } from '../agents/agent-words.ts'
import type { HeartbeatId, Intent } from '../timers/heartbeats.ts'
import type { TriggerEvent } from '../timers/triggers.ts'
import type { ActionTaken } from '../handlers/handlers.ts'
import type { AgentKind } from '../agents/kinds.ts'

/** Facts of the notes in a transcript. Types only; `note-words` has the texts. */

/** Others' texts are already truncated for display. */
export type NoteFact =
  /** The user allowed a card's request; `lasting`: what is allowed from now on. */
  | { readonly kind: 'allowed'; readonly tool: string; readonly lasting: string | null }
  | { readonly kind: 'denied'; readonly tool: string }
  /** The user answered a question, or did not. */
  | { readonly kind: 'answered'; readonly answers: string }
  | { readonly kind: 'unanswered'; readonly question: string }
  /**
   * The user decided about the folder's settings; `starts`: whether that decides if the agent starts at all.
   */
  | { readonly kind: 'trust'; readonly trusted: boolean; readonly starts?: true }
  /**
   * The turn ended early. `cut`: by a newer prompt. `died`: with its process. `everything`: the user stopped
   * everything.
   */
  | { readonly kind: 'interrupted'; readonly by?: 'everything' }
  | { readonly kind: 'cut' }
  /** With `janus`: the user quit, or the machine went down. */
  | { readonly kind: 'died'; readonly with?: 'janus' }
  /** Its process was restarted because it was quiet for too long in the turn. */
  | { readonly kind: 'quietRestart' }
  /** Interrupted by messages of these, after which it continues. */
  | { readonly kind: 'interjected'; readonly by: readonly string[] }
  /** By an error; `detail`: its own text. */
  | { readonly kind: 'broken'; readonly detail: string }
  | { readonly kind: 'failed'; readonly reason: AgentReason }
  /** Its process did not find the conversation and began a new one. */
  | { readonly kind: 'historyLost' }
  /** By the user or the program. */
  | { readonly kind: 'cleared' | 'compacted' }
  /** The database is a backup of this time (milliseconds); what came after it is not shown. */
  | { readonly kind: 'restored'; readonly at: number }
  /** A message was given up because its agent died over it this many times. */
  | { readonly kind: 'gaveUp'; readonly from: string; readonly deaths: number }
  /** A timer ended without firing: its question is settled, or the agent with the name `deleted` is gone. */
  | {
      readonly kind: 'timerDiscarded'
      readonly note: string
      readonly deleted: string | null
      /** What ended a timer on an event. */
      readonly event?: TriggerEvent
    }
  /** The agent did not keep its own timer with a newer task of the user. */
  | {
      readonly kind: 'timerDropped'
      readonly timer: HeartbeatId
      readonly intent: Intent
      readonly note: string
    }
  /** A resting link held too many messages, so older ones were dropped. */
  | { readonly kind: 'crowdedOut'; readonly from: string }
  /** A handler matched a message of `from` that begins with `words`. */
  | {
      readonly kind: 'handled'
      readonly name: string
      readonly from: string
      readonly words: string
      readonly action: ActionTaken
    }
  /** The user delivered that message anyway. */
  | { readonly kind: 'handedOver'; readonly name: string; readonly from: string }
  /** The user answered a handler's question. `command` null: whether to close the tab. */
  | {
      readonly kind: 'handlerAnswered'
      readonly name: string
      readonly command: string | null
      readonly isYes: boolean
    }
  /**
   * Usage of the turn; `costUsd` null: no price was reported. The window makes its text; the row's is empty.
   */
  | ({ readonly kind: 'used' } & TurnUse)
  | { readonly kind: 'capped' }
  /** The following rows are an earlier conversation kept by the program; times in milliseconds. */
  | {
      readonly kind: 'imported'
      readonly of: AgentKind
      readonly folder: string | null
      /** Turns that follow, and earlier ones that are only in `file`. */
      readonly turns: number
      readonly earlier: number
      readonly damaged: number
      /** Empty: the program does not report its path. */
      readonly file: string
      /** The tab continues that conversation itself, not a copy. */
      readonly isOriginal?: true
    }
  /**
   * Everything above is from another tab, with its name at that time; `edit`: the user's message there is a
   * draft here.
   */
  | { readonly kind: 'forked'; readonly from: string; readonly how: 'on' | 'edit' }
  /** The user reverted file changes; `since`: from this row on; `patch`: only this hunk. */
  | {
      readonly kind: 'filesUndone'
      readonly files: readonly string[]
      readonly since?: number
      readonly patch?: FilePatch
    }
  /** The user undid the revert. */
  | { readonly kind: 'filesPutBack'; readonly files: readonly string[] }
  /** Before an edit the agent was told, in these words, which other agents it concerns. */
  | { readonly kind: 'sharedFiles'; readonly words: string }
  /** The row cannot be read. */
  | { readonly kind: 'damaged' }
