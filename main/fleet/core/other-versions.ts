import type { MachineName, Presence } from '../../contract/fleet/machines.ts'
import type { WirePassedOver } from '../contract/wire.ts'
import type { MessageId } from '../../contract/api/model.ts'
import type { Step } from '../../core/step/step.ts'
import { pending, protocol, enqueue } from './log.ts'
import { refuseMail, resendReceipts } from './receipts.ts'
import { resendStates } from './streams.ts'

/**
 * Handles machines with different versions of Janus. An envelope that one can't read is skipped, reported
 * to the sender, and shown on both. Nothing is lost: messages return to their author, and links and seats
 * are sent again after an update.
 */

/** Kind of an unreadable envelope; its body says what it was. */
export const unread = ''
const mostTold = 64

/** An unreadable envelope: its kind, its message id if it has one, and this Janus's version. */
export interface UnreadableEnvelope extends WirePassedOver {
  readonly message: MessageId | null
}

export function cannotRead(
  step: Step,
  machine: MachineName,
  { kind, version, message }: UnreadableEnvelope,
): void {
  const { version: theirs } = step.fleet.machine(machine).machine
  step.fleet.keep(machine, { misread: { by: 'us', kind, version: theirs, at: step.now } })
  if (message !== null) refuseMail(step, machine, message, why)
  // Otherwise two machines that can't read the report could report to each other forever.
  if (kind === 'passed.over' || pending(step, machine, 'passed.over').length >= mostTold) return
  enqueue(step, machine, 'passed.over', { kind, version })
}

const why = 'its Janus runs another version, which does not understand it'

export function noteUnreadByPeer(step: Step, machine: MachineName, { kind, version }: WirePassedOver): void {
  step.fleet.keep(machine, { misread: { by: 'them', kind, version, at: step.now } })
}

export function canTake(step: Step, machine: MachineName, { min, version }: Presence): boolean {
  if (min <= protocol.v) return true
  const { misread } = step.fleet.machine(machine).machine
  if (misread?.by !== 'us' || misread.version !== version)
    step.fleet.keep(machine, { version, misread: { by: 'us', kind: 'presence', version, at: step.now } })
  return false
}

/** After an update of the other machine: sends again what it could not read. */
export function resendAfterUpdate(step: Step, machine: MachineName, version: string): void {
  const { misread } = step.fleet.machine(machine).machine
  if (!misread || misread.version === version) return
  step.fleet.keep(machine, { misread: null })
  resendReceipts(step, machine)
  resendStates(step, machine)
}
