import type { MachineName, Presence } from '../../contract/fleet/machines.ts'
import type { WirePassedOver } from '../contract/wire.ts'
import type { MessageId } from '../../contract/api/model.ts'
import type { Step } from '../../core/step/step.ts'
import { pending, protocol, enqueue } from './log.ts'
import { refuseMail, tellStandings } from './receipts.ts'
import { retellAll } from './streams.ts'

/**
 * Machines whose Januses are of different versions: what one tells and the other cannot read is passed over by the one,
 * told back to the other, and shown in both. Nothing of it is lost: words come back to the one who wrote them, and how links
 * and seats stand is told again once that Janus is another one.
 */

/** Kind of an envelope that could not be read here; its body says what it was. */
export const unread = ''
/** So many of them wait for one machine at most. */
const mostTold = 64

/** What came and could not be read: its kind, the message that it seems to be, and the version of this Janus. */
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
  // Two that do not understand each other's word for it would tell each other for ever.
  if (kind === 'passed.over' || pending(step, machine, 'passed.over').length >= mostTold) return
  enqueue(step, machine, 'passed.over', { kind, version })
}

const why = 'its Janus runs another version, which does not understand it'

/** The Janus of a machine could not read what this one told it. */
export function couldNotRead(step: Step, machine: MachineName, { kind, version }: WirePassedOver): void {
  step.fleet.keep(machine, { misread: { by: 'them', kind, version, at: step.now } })
}

/** Whether what a machine says of itself can be taken; its Janus may be one that this one does not understand at all. */
export function canTake(step: Step, machine: MachineName, { min, version }: Presence): boolean {
  if (min <= protocol.v) return true
  const { misread } = step.fleet.machine(machine).machine
  if (misread?.by !== 'us' || misread.version !== version)
    step.fleet.keep(machine, { version, misread: { by: 'us', kind: 'presence', version, at: step.now } })
  return false
}

/** A machine is there, by a Janus of this version: what another one has passed over may be understood now. */
export function tellAgain(step: Step, machine: MachineName, version: string): void {
  const { misread } = step.fleet.machine(machine).machine
  if (!misread || misread.version === version) return
  step.fleet.keep(machine, { misread: null })
  tellStandings(step, machine)
  retellAll(step, machine)
}
