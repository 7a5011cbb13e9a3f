import type { Message } from '../contract/mail/messages.ts'
import { isBrief } from './links/briefing.ts'
import type { Step } from './step/step.ts'
import { holdAsRestored } from './mail/held-restored.ts'

/**
 * The store is a backup of a time, in ms, and the agents' own conversations have gone on since: what waited then for its
 * agent, a link or a rule may have come to somebody already, of which nothing here knows, so it waits for the user.
 * What was with a process is told by the transcripts as after any start; where they do not have it, it waits too.
 */
export function holdRestored(step: Step, at: number): void {
  const reason = { kind: 'restored', at } as const
  for (const { agent, mailbox } of step.agents()) {
    if (agent.closedAt === null && agent.entryCount > 0) step.note(agent.id, reason)
    for (const message of mailbox) {
      // What is said in a circle belongs to its turns, which the user lets go on or closes as a whole; and how one
      // speaks over a link may be told twice, but not too late.
      if (message.spoken !== null || isBrief(message)) continue
      if (message.state === 'written') step.message({ ...message, reason }, true)
      else if (goesByItself(message)) holdAsRestored(step, message, reason)
    }
  }
}

/** It waits for no word of the user: for its agent, a link that rests, or the answer of a rule. */
export function goesByItself({ state, hold }: Message): boolean {
  return state === 'queued' || hold === 'paused' || hold === 'answering'
}
