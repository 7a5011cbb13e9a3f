import type { Audience } from '../api/audience.ts'
import type { MessageReason } from '../mail/message-reasons.ts'

/** Why a message stands as it does that goes between houses, in words. */
export function houseReasonWords(
  reason: Extract<MessageReason, { kind: 'stranger' | 'away' }>,
  audience: Audience,
): string {
  if (reason.kind === 'away') return awayWords(reason)
  const { sender, receiver } = reason
  // An agent is told so of its own words: it knows of which house it is.
  if (audience === 'agent') return `waits for the word of ${receiver}’s person`
  return `waits for your word: ${sender} is of another house, and ${receiver} asks you first`
}

/** How a message stands in another house. */
function awayWords({ house, stands, turn, why }: Extract<MessageReason, { kind: 'away' }>): string {
  const read = turn === null ? 'read' : `read in turn ${String(turn)}`
  const words: Readonly<Record<typeof stands, string>> = {
    'on its way': `on its way to ${house}`,
    waits: `waits in ${house}`,
    held: `held in ${house}`,
    read: `${read} in ${house}`,
    answered: `${read} in ${house}`,
    withdrawn: `taken back in ${house}`,
    expired: `expired in ${house}`,
    dropped: `dropped in ${house}`,
    undeliverable: `not taken by ${house}`,
  }
  return why === '' ? words[stands] : `${words[stands]}: ${why}`
}
