import type { Hold } from '../../../main/contract/model.ts'
import type { PendingView } from '../../../main/contract/mail-views.ts'
import { holdWays, type HoldWays } from '../../entities/message/mail-ways.ts'

/** Several messages that are held for the same reason, and can be answered together. */
export interface HeldKind {
  readonly key: string
  readonly messages: readonly PendingView[]
  /** "6 stopped by the loop guard". */
  readonly words: string
  readonly release: string
  readonly end: HoldWays['end']
}

const why: Readonly<Record<Hold, string>> = {
  loop: 'stopped by the loop guard',
  policy: 'wait for your click',
  consent: 'from those who may not write yet',
  interrupted: 'held back as you interrupted',
  paused: 'kept back by a paused link',
}

/** What is held, by why: the kinds of which there is more than one. Consent is given to one pair at a time. */
export function kindsOf(held: readonly PendingView[], agent: string): readonly HeldKind[] {
  return (['loop', 'policy', 'interrupted'] as const).flatMap((hold) => {
    const messages = held.filter((one) => (one.hold ?? 'interrupted') === hold)
    if (messages.length < 2) return []
    const { release, end } = holdWays(hold, '', agent)
    return [
      {
        key: hold,
        messages,
        words: `${messages.length} ${why[hold]}`,
        release: hold === 'interrupted' ? 'Send all again' : `${release} all`,
        end: { ...end, label: `${end.label} all` },
      },
    ]
  })
}
