import type { MessageState } from '../../main/contract/mail/messages.ts'
import type { Entry } from '../../main/contract/api/model.ts'

/** `delivered`: the receiver's program has the message but has not read it yet. */
const stateNames = {
  queued: 'waiting',
  held: 'held',
  written: 'delivered',
  read: 'read',
  answered: 'answered',
  withdrawn: 'withdrawn',
  expired: 'expired',
  dropped: 'dropped',
  undeliverable: 'undeliverable',
} as const satisfies Record<MessageState, string>

export const stateName = (state: MessageState): string => stateNames[state]

export const isAccepted = ({
  delivered,
  state,
}: {
  delivered: boolean
  state: MessageState | null
}): boolean => delivered || state === 'held'

export const kindName = (kind: Entry['kind']): string => (kind === 'peer' ? 'agent' : kind)
