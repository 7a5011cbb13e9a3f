import type { AgentId } from '../../../main/contract/model.ts'
import { wordsOf } from '../../state/act.ts'
import { ask, UnreachableError } from '../../state/connection.ts'
import { mirror } from '../../state/store.ts'
import { draftOf, keepDraft, view } from '../../state/view-store.ts'
import { dismissDigest } from '../message/follow-presence.ts'
import { composing } from './composing.ts'

/** Why a draft was not sent. */
export interface SendProblem {
  readonly words: string
  /** The snapshots that had come when main could not be reached; null when main itself said no. */
  readonly unreachedAt: number | null
}

/** The words of a problem that still holds: one of the connection is over with the next snapshot. */
export const heldWords = (problem: SendProblem | null, snapshots: number): string =>
  problem === null || (problem.unreachedAt !== null && problem.unreachedAt < snapshots) ? '' : problem.words

/**
 * Sends the draft; it goes only when main has it, and only if nothing was typed meanwhile. `now`: folded into the
 * turn that runs. Null when it went.
 */
export async function sendDraft(agent: AgentId, now = false): Promise<SendProblem | null> {
  const draft = draftOf(view.getState(), agent)
  try {
    const how = now ? { now } : {}
    await ask('messages.send', { agent, message: draft.text, idempotencyKey: draft.key, ...how })
    if (draftOf(view.getState(), agent).key === draft.key) {
      keepDraft(agent, '')
      composing.sent(agent)
      dismissDigest()
    }
    return null
  } catch (error) {
    const unreachedAt = error instanceof UnreachableError ? mirror.getState().snapshots : null
    return { words: `${wordsOf(error)} Your text is kept here.`, unreachedAt }
  }
}
