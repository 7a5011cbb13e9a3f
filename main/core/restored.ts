import type { Message } from '../contract/mail/messages.ts'
import { isBrief } from './links/briefing.ts'
import type { Step } from './step/step.ts'
import { holdAsRestored } from './mail/held-restored.ts'

/**
 * The store is a backup, and the agents' own conversations have gone on since: what waited then may have been
 * delivered meanwhile, so it waits for the user. What a process had is searched in the transcripts as after
 * any start; if it is missing there, it waits too.
 */
export function holdRestored(step: Step, at: number): void {
  const reason = { kind: 'restored', at } as const
  for (const { agent, mailbox } of step.agents()) {
    if (agent.closedAt === null && agent.entryCount > 0) step.note(agent.id, reason)
    for (const message of mailbox) {
      // A gathering's messages belong to its turns, which the user continues or closes as a whole. Link rules
      // may be repeated, but must not come too late.
      if (message.spoken !== null || isBrief(message)) continue
      if (message.state === 'written') step.message({ ...message, reason }, true)
      else if (goesByItself(message)) holdAsRestored(step, message, reason)
    }
  }
}

/** Whether a message waits for its agent, a resting link or a handler's answer, rather than for the user. */
export function goesByItself({ state, hold }: Message): boolean {
  return state === 'queued' || hold === 'paused' || hold === 'answering'
}
