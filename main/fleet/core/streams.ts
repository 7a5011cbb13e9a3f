import { userKey } from '../../contract/mail/authors.ts'
import type { MachineName } from '../../contract/fleet/machines.ts'
import type { WireBodies, WireKind } from '../contract/wire.ts'
import type { EnvelopeArrived } from '../../core/step/fleet-commands.ts'
import type { Step } from '../../core/step/step.ts'
import { resendSeats } from './gathering-seats.ts'
import { applySeatAct } from './gathering-turns.ts'
import { dropLinkCopy, updateLinkCopy } from './link-copies.ts'
import { applyLinkAct, resendLinks, crossFromRemote } from './link-owner.ts'
import { receiveMail, withdrawRemote } from './mail-in.ts'
import { updateUserSeat, retellUser } from './user-seat.ts'
import { applyReceipt } from './receipts.ts'
import { retellSeats, updateSeat } from './seat-here.ts'

export type EnvelopeReceivers = {
  readonly [K in WireKind]: (step: Step, from: MachineName, body: WireBodies[K], found: StoreLookup) => void
}

export type StoreLookup = Omit<EnvelopeArrived, 'type' | 'envelope'>

export const receivers = {
  mail: receiveMail,
  receipt: applyReceipt,
  withdrawn: (step, from, { message }) => withdrawRemote(step, from, message),
  link: updateLinkCopy,
  'link.act': applyLinkAct,
  'link.said': crossFromRemote,
  'link.gone': dropLinkCopy,
  seat: (step, from, seat) =>
    seat.member === userKey ? updateUserSeat(step, from, seat) : updateSeat(step, from, seat),
  'seat.act': (step, from, act, { rows = [] }) => applySeatAct(step, from, act, rows),
} satisfies Partial<EnvelopeReceivers>

/**
 * After either machine lost its memory: sends the state of links and seats again. Mail needs none of this:
 * open messages are repeated with each incarnation of the log.
 */
export function resendStates(step: Step, to: MachineName): void {
  resendLinks(step, to)
  resendSeats(step, to)
  retellSeats(step, to)
  retellUser(step, to)
}
