import type { MachineName } from '../../contract/fleet/machines.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Facts } from '../../core/step/facts.ts'
import { endMessage, isUnanswered, ticketTime } from '../../core/mail/tickets.ts'
import type { Step } from '../../core/step/step.ts'
import type { MachineState } from '../../core/step/machines.ts'
import { enqueue } from './log.ts'
import { markUnseenReceipt } from './receipts.ts'
import { machineOf } from '../../core/step/peer-ids.ts'
import { wireOf } from './wire.ts'

/** Milliseconds that a ticket may stay open here after it must have expired remotely. */
const grace = 60 * 60 * 1000

export function carryMail(step: Step): void {
  for (const name of step.dirty.machines()) {
    for (const message of step.fleet.machine(name).mail) {
      if (isUnanswered(message) && step.now >= expiry(message)) expireAway(step, name, message)
      else if (message.state === 'queued' && message.reason?.kind !== 'away') carry(step, name, message)
    }
  }
}

function carry(step: Step, name: MachineName, message: Message): void {
  enqueue(step, name, 'mail', wireOf(message))
  const reason = { kind: 'away', machine: name, stands: 'on its way', turn: null, why: '' } as const
  step.message({ ...message, reason }, true)
}

function expireAway(step: Step, name: MachineName, message: Message): void {
  recallRemote(step, { message })
  endMessage(step, message, 'expired', { kind: 'expired', read: message.state === 'read' })
  markUnseenReceipt(step, name, message)
}

/** Asks the machine to withdraw a message; its receipt says whether that was in time. */
export function recallRemote(step: Step, { message: { id, to, reason } }: Facts['message.recalled']): void {
  if (reason?.kind === 'away') enqueue(step, machineOf(to) ?? '', 'withdrawn', { message: id })
}

export function timesOfAwayMail({ mail }: MachineState): readonly number[] {
  return mail.filter(isUnanswered).map(expiry)
}

const expiry = ({ acceptedAt }: Message): number => acceptedAt + ticketTime + grace
