import type { Card, Entry } from '../../../main/contract/model.ts'
import { clockTime } from '../../components/duration.ts'

/** Who began the turn that asks; `when` of the words that began it, where the window holds them. */
export type Cause = Pick<Card, 'origin' | 'from'> & { readonly when: number | null }

/** When the words came that began the newest turn; null where they are not among these rows. */
export function beginOf(entries: readonly Entry[], origin: Card['origin']): number | null {
  const turn = entries.findLast((entry) => entry.turn !== null)?.turn
  const kind = origin === 'human' ? 'human' : 'peer'
  return entries.findLast((entry) => entry.turn === turn && entry.kind === kind)?.at ?? null
}

/** Why it asks at all, in one sentence: whose words began the turn. */
export function causeWords({ origin, from, when }: Cause, now = Date.now()): string {
  const at = when === null ? '' : ` of ${clockTime(when, now)}`
  if (origin === 'human') return `Asked in the turn that your message${at} began.`
  if (origin === 'system' || from.length === 0) return 'Asked in a turn that no message began.'
  const names = from.length === 1 ? from[0] : `${from.slice(0, -1).join(', ')} and ${from.at(-1)}`
  return from.length === 1
    ? `Asked in the turn that ${names}’s message${at} began.`
    : `Asked in the turn that messages from ${names} began.`
}
