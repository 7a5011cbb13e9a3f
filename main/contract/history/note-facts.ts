import type { FilePatch } from '../folders/changes.ts'
import type { TurnUse } from '../budget/budget.ts'
import type { AgentReason } from '../agents/agent-words.ts'
import type { HeartbeatId, Intent } from '../timers/heartbeats.ts'
import type { TriggerEvent } from '../timers/triggers.ts'
import type { ActionTaken } from '../handlers/handlers.ts'
import type { AgentKind } from '../agents/kinds.ts'

/** What the quiet lines in a transcript tell, as facts. Types only: `note-words` says them. */

/** What a note tells. Words of others in it are as long as they are shown. */
export type NoteFact =
  /** The user allowed what a card asked; `lasting`: and this from now on. */
  | { readonly kind: 'allowed'; readonly tool: string; readonly lasting: string | null }
  | { readonly kind: 'denied'; readonly tool: string }
  /** The user answered a question, or did not. */
  | { readonly kind: 'answered'; readonly answers: string }
  | { readonly kind: 'unanswered'; readonly question: string }
  /** The user has decided about the folder's own settings; `starts`: whether the agent is started there at all. */
  | { readonly kind: 'trust'; readonly trusted: boolean; readonly starts?: true }
  /** The turn came to no end of its own. `cut`: by a newer prompt. `died`: with its process. `everything`: the user has stopped all. */
  | { readonly kind: 'interrupted'; readonly by?: 'everything' }
  | { readonly kind: 'cut' }
  /** `with` Janus itself: the user quit, or the machine went down. */
  | { readonly kind: 'died'; readonly with?: 'janus' }
  /** Its process was quiet for too long in the turn, and was ended. */
  | { readonly kind: 'quietRestart' }
  /** The same, by words of these, after which it goes on. */
  | { readonly kind: 'interjected'; readonly by: readonly string[] }
  /** The same, by an error, in its own words. */
  | { readonly kind: 'broken'; readonly detail: string }
  /** The agent cannot go on. */
  | { readonly kind: 'failed'; readonly reason: AgentReason }
  /** Its process did not find the conversation, and began a new one. */
  | { readonly kind: 'historyLost' }
  /** The user, or its program, began its conversation again, or summed it up. */
  | { readonly kind: 'cleared' | 'compacted' }
  /** The database is a backup of this time (ms): what came after it is not shown. */
  | { readonly kind: 'restored'; readonly at: number }
  /** A message was given up over which its agent died so often. */
  | { readonly kind: 'gaveUp'; readonly from: string; readonly deaths: number }
  /** A timer ended unfired: its question is settled, or the agent of this name that it was about is gone. */
  | {
      readonly kind: 'timerDiscarded'
      readonly note: string
      readonly deleted: string | null
      /** What ended a timer on an event. */
      readonly event?: TriggerEvent
    }
  /** The agent did not keep, with a newer task of the user's, what it had set for itself. */
  | {
      readonly kind: 'timerDropped'
      readonly timer: HeartbeatId
      readonly intent: Intent
      readonly note: string
    }
  /** Words over a link that rests were too many. */
  | { readonly kind: 'crowdedOut'; readonly from: string }
  /** A handler of this name met a message of `from`, which begins with `words`. */
  | {
      readonly kind: 'handled'
      readonly name: string
      readonly from: string
      readonly words: string
      readonly action: ActionTaken
    }
  /** The user gave the agent such a message of `from` after all. */
  | { readonly kind: 'handedOver'; readonly name: string; readonly from: string }
  /** The user answered what a handler asked. `command` null: whether to close the tab. */
  | {
      readonly kind: 'handlerAnswered'
      readonly name: string
      readonly command: string | null
      readonly isYes: boolean
    }
  /** What the turn used; `costUsd` null: no price was told. Said by the window, with the row's text empty. */
  | ({ readonly kind: 'used' } & TurnUse)
  /** The turn has reached its cap. */
  | { readonly kind: 'capped' }
  /** What follows was said before, in a conversation that the program kept; times in ms. */
  | {
      readonly kind: 'imported'
      readonly of: AgentKind
      readonly folder: string | null
      /** The turns that follow, and those before them that are in `file` alone. */
      readonly turns: number
      readonly earlier: number
      readonly damaged: number
      /** Empty: where that is, its program does not tell. */
      readonly file: string
      /** The tab goes on in that conversation itself, not in a copy. */
      readonly isOriginal?: true
    }
  /** All before was said in another tab, of this name then; `how`: the user's words there wait to be edited here. */
  | { readonly kind: 'forked'; readonly from: string; readonly how: 'on' | 'edit' }
  /** The user took back what was changed in files; `since`: from this row on; `patch`: one hunk alone, by this change. */
  | {
      readonly kind: 'filesUndone'
      readonly files: readonly string[]
      readonly since?: number
      readonly patch?: FilePatch
    }
  /** And put it back. */
  | { readonly kind: 'filesPutBack'; readonly files: readonly string[] }
  /** Before an edit the agent was told which other agents it concerns, in these words. */
  | { readonly kind: 'sharedFiles'; readonly words: string }
  /** The row that stood here cannot be read. */
  | { readonly kind: 'damaged' }
