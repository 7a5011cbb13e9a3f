import type { HouseName, Presence, WirePassedOver } from '../../contract/houses.ts'
import { retellCircles } from '../gatherings/seats-away.ts'
import { retellLinks } from '../links/home.ts'
import type { Step } from '../step.ts'
import { protocol, tell } from './outbox.ts'
import { retellPerson } from './person-seat.ts'
import { receiptCame, tellStandings } from './receipts.ts'
import { retellSeats } from './seat-here.ts'

/**
 * Houses whose Januses are of different versions: what one tells and the other cannot read is passed over by the one,
 * told back to the other, and shown in both. Nothing of it is lost: words come back to whoever wrote them, and how links
 * and seats stand is told again once that Janus is another one.
 */

/** Kind of an envelope that could not be read here; its body says what it was. */
export const unread = ''
/** Kind of the envelope that tells so. */
const told = 'passed.over'
/** So many of them wait for one house at most. */
const mostTold = 64

/** This Janus cannot read what a house has told. */
export function cannotRead(step: Step, house: HouseName, what: WirePassedOver): void {
  step.fleet.keep(house, { misread: { by: 'us', kind: what.kind, at: step.now } })
  const waiting = step.fleet.house(house).outgoing.filter(({ kind }) => kind === told)
  // Two that do not understand each other's word for it would tell each other for ever.
  if (what.kind !== told && waiting.length < mostTold) tell(step, house, told, what)
}

/** The Janus of a house could not read what this one told it. */
export function couldNotRead(step: Step, house: HouseName, { kind, message }: WirePassedOver): void {
  step.fleet.keep(house, { misread: { by: 'them', kind, at: step.now } })
  if (message === null) return
  const why = 'its Janus is of another version, which does not understand it'
  receiptCame(step, house, { message, stands: 'undeliverable', turn: null, isOver: true, why, reply: null })
}

/** Whether what a house says of itself can be taken; its Janus may be one that this one does not understand at all. */
export function canTake(step: Step, house: HouseName, { min, version }: Presence): boolean {
  if (min <= protocol.v) return true
  const { misread, version: before } = step.fleet.house(house).house
  if (misread?.by !== 'us' || before !== version)
    step.fleet.keep(house, { version, misread: { by: 'us', kind: 'presence', at: step.now } })
  return false
}

/** The Janus of a house is another one than it was: what was passed over may be understood now. */
export function changedVersion(step: Step, house: HouseName): void {
  if (!step.fleet.house(house).house.misread) return
  step.fleet.keep(house, { misread: null })
  tellStandings(step, house)
  retellLinks(step, house)
  retellCircles(step, house)
  retellSeats(step, house)
  retellPerson(step, house)
}
