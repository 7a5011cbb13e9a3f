import type { NoteFact } from '../../contract/history/note-facts.ts'
import type { Outcome } from '../step/events.ts'
import type { Break } from '../step/frames-and-turns.ts'

/** What the transcript says of how a turn ended; null where it ended well, or something else says it. */
export function noteOf(
  outcome: Outcome | null,
  broke: Break | null,
  isStopped: boolean,
  isJanuss: boolean,
): NoteFact | null {
  if (broke?.why === 'cap') return { kind: 'capped' }
  // That nobody is signed in stops the agent, and is noted with that.
  if (broke?.why === 'login') return null
  if (broke?.why === 'interjected') return { kind: 'interjected', by: broke.by }
  if (!outcome) return isJanuss ? { kind: 'died', with: 'janus' } : { kind: 'died' }
  switch (outcome.kind) {
    case 'completed':
      return null
    case 'interrupted':
      return isStopped ? { kind: 'interrupted', by: 'everything' } : { kind: 'interrupted' }
    case 'cut':
      return { kind: 'cut' }
    case 'broken':
      return { kind: 'broken', detail: outcome.detail }
  }
}
