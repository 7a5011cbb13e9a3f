import type { MessageState } from '../../main/contract/mail/messages.ts'
import type { Entry } from '../../main/contract/api/model.ts'

/** What tools call things for which Janus has names of its own. Times, ids and the other names stay as they are. */

/** Where a message is. `delivered`: its receiver's program has it, and has not read it yet. */
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

/** The state of a message. */
export const stateName = (state: MessageState): string => stateNames[state]

/** Whether Janus keeps a message that was sent, and goes on with it. */
export const isAccepted = ({
  delivered,
  state,
}: {
  delivered: boolean
  state: MessageState | null
}): boolean => delivered || state === 'held'

/** What was said or done. */
export const kindName = (kind: Entry['kind']): string => (kind === 'peer' ? 'agent' : kind)
