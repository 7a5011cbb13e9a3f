import { inState } from './mail/mailbox.ts'
import type { Step } from './step.ts'

/**
 * The store is a backup of a time, in ms, and the agents' own conversations have gone on since: what waited then may
 * have come to its agent already, of which nothing here knows, so it waits for the person. What was with a process is
 * told by the transcripts as after any start.
 */
export function holdRestored(step: Step, at: number): void {
  const reason = { kind: 'restored', at } as const
  for (const { agent, mailbox } of step.agents()) {
    if (agent.closedAt === null && agent.entryCount > 0) step.note(agent.id, reason)
    for (const message of mailbox) {
      // What is said in a circle belongs to its turns, which the person lets go on or closes as a whole.
      if (message.state !== 'queued' || message.spoken !== null) continue
      step.message({ ...inState(step, message, 'held', reason), hold: 'restored' }, true)
    }
  }
}
