import type { HouseName, Presence } from '../../contract/fleet/houses.ts'
import type { WirePassedOver } from '../contract/wire.ts'
import type { MessageId } from '../../contract/api/model.ts'
import type { Step } from '../../core/step/step.ts'
import { pending, protocol, tell } from './log.ts'
import { refuseMail, tellStandings } from './receipts.ts'
import { retellAll } from './streams.ts'

/**
 * Houses whose Januses are of different versions: what one tells and the other cannot read is passed over by the one,
 * told back to the other, and shown in both. Nothing of it is lost: words come back to whoever wrote them, and how links
 * and seats stand is told again once that Janus is another one.
 */

/** Kind of an envelope that could not be read here; its body says what it was. */
export const unread = ''
/** So many of them wait for one house at most. */
const mostTold = 64

/** What came and could not be read: its kind, the message that it seems to be, and the version of this Janus. */
export interface Unread extends WirePassedOver {
  readonly message: MessageId | null
}

export function cannotRead(step: Step, house: HouseName, { kind, version, message }: Unread): void {
  const { version: theirs } = step.fleet.house(house).house
  step.fleet.keep(house, { misread: { by: 'us', kind, version: theirs, at: step.now } })
  if (message !== null) refuseMail(step, house, message, why)
  // Two that do not understand each other's word for it would tell each other for ever.
  if (kind === 'passed.over' || pending(step, house, 'passed.over').length >= mostTold) return
  tell(step, house, 'passed.over', { kind, version })
}

const why = 'its Janus is of another version, which does not understand it'

/** The Janus of a house could not read what this one told it. */
export function couldNotRead(step: Step, house: HouseName, { kind, version }: WirePassedOver): void {
  step.fleet.keep(house, { misread: { by: 'them', kind, version, at: step.now } })
}

/** Whether what a house says of itself can be taken; its Janus may be one that this one does not understand at all. */
export function canTake(step: Step, house: HouseName, { min, version }: Presence): boolean {
  if (min <= protocol.v) return true
  const { misread } = step.fleet.house(house).house
  if (misread?.by !== 'us' || misread.version !== version)
    step.fleet.keep(house, { version, misread: { by: 'us', kind: 'presence', version, at: step.now } })
  return false
}

/** A house is there, by a Janus of this version: what another one has passed over may be understood now. */
export function tellAnew(step: Step, house: HouseName, version: string): void {
  const { misread } = step.fleet.house(house).house
  if (!misread || misread.version === version) return
  step.fleet.keep(house, { misread: null })
  tellStandings(step, house)
  retellAll(step, house)
}
