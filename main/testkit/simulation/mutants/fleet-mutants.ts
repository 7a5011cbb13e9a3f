import type { PeerAuthor } from '../../../contract/mail/authors.ts'
import { replace, type Replacement } from './replacements.ts'

/** Mistakes between machines: delivery once, in order, and acknowledged. */
export const fleetMutants: Readonly<Record<string, Replacement>> = {
  'what is missing before an envelope is not asked for': replace(
    '../fleet/core/arrivals.ts',
    'saveArrival',
    (real) => (step, event) => {
      const { from, incarnation, n } = event.envelope
      const known = step.fleet.machines.get(from)?.machine.heard
      if (known?.incarnation === incarnation && n > known.n)
        step.fleet.keep(from, { heard: { incarnation, n: n - 1 } })
      return real(step, event)
    },
  ),
  'mail that comes again is taken again': replace(
    '../fleet/core/mail-in.ts',
    'receiveMail',
    (real) => (step, machine, mail, found) => real(step, machine, mail, { ...found, earlier: null }),
  ),
  'a chain begins again on each machine': replace(
    '../fleet/core/mail-in.ts',
    'receiveMail',
    (real) => (step, machine, mail, found) =>
      real(step, machine, { ...mail, depth: 0 }, { ...found, replied: null }),
  ),
  'a receipt that is late takes back what was read': replace(
    '../fleet/core/receipts.ts',
    'applyReceipt',
    (real) => (step, machine, receipt) => {
      const message = step.fleet.machine(machine).mail.find(({ id }) => id === receipt.message)
      const isLate = message?.state === 'read' && (receipt.stands === 'held' || receipt.stands === 'waits')
      if (isLate) step.message({ ...message, state: 'queued' }, true)
      else real(step, machine, receipt)
    },
  ),
  'what another version cannot read is passed over in silence': replace(
    '../fleet/core/other-versions.ts',
    'cannotRead',
    () => () => undefined,
  ),
  'a newer version is told nothing again': replace(
    '../fleet/core/other-versions.ts',
    'resendAfterUpdate',
    () => () => undefined,
  ),
  'how words stand is told for the first time only': replace(
    '../fleet/core/receipts.ts',
    'sendReceipts',
    (real) => (step) => {
      const first = step.dirty.standings().every(({ state }) => state === 'queued' || state === 'held')
      if (first) real(step)
    },
  ),
  'a machine that was set back is not told again what it has forgotten': replace(
    '../fleet/core/lives.ts',
    'startIncarnation',
    (real) => (step, to, why, after) => {
      if (why !== 'answer') real(step, to, why, after)
    },
  ),
  'a machine may say what became of words that others were sent': replace(
    '../fleet/core/receipts.ts',
    'applyReceipt',
    (real) => (step, machine, receipt) => {
      const sentTo = [...step.fleet.machines.values()].find(({ mail }) =>
        mail.some(({ id }) => id === receipt.message),
      )
      real(step, sentTo?.machine.id ?? machine, receipt)
    },
  ),
  'a user of another machine is taken for the one of this machine': replace(
    'step/peer-ids.ts',
    'remoteAuthor',
    (real) => (machine, from) =>
      'id' in from ? real(machine, from) : ({ kind: 'user', via: 'api' } as unknown as PeerAuthor),
  ),
  'a machine may take back what others have sent': replace(
    '../fleet/core/mail-in.ts',
    'withdrawRemote',
    (real) => (step, machine, id) => {
      for (const other of step.fleet.machines.keys()) real(step, other, id)
    },
  ),
  'a link of two machines carries before both have said yes': replace(
    '../fleet/core/link-owner.ts',
    'crossFromRemote',
    (real) => (step, machine, said) => {
      for (const id of said.links) {
        const link = step.links.get(id)
        if (link?.machines) step.link({ ...link, machines: { ...link.machines, asked: [] } })
      }
      real(step, machine, said)
    },
  ),
  'a machine may speak over a link in which it is not': replace(
    '../fleet/core/link-owner.ts',
    'crossFromRemote',
    (real) => (step, machine, said) => {
      const links = said.links.map((id) => step.links.get(id))
      const home = links[0]?.members.find((one) => one.includes('@'))?.split('@')[1]
      real(step, home ?? machine, said)
    },
  ),
  'what crossed goes to who has left the link': replace(
    'links/queries.ts',
    'takesPart',
    () => (link, agent) => link.members.includes(agent),
  ),
  'how a link stands is told once': replace('../fleet/core/link-owner.ts', 'sendLinks', (real) => (step) => {
    if (step.dirty.links().some(({ before }) => before === undefined)) real(step)
  }),
  'a seat on another machine is taken unasked': replace(
    '../fleet/core/seat-here.ts',
    'updateSeat',
    (real) => (step, home, wire) => {
      real(step, home, wire)
      const seat = step.find(wire.member)?.agent.seat
      if (seat?.asked) step.agent(wire.member, { seat: { ...seat, asked: false } })
    },
  ),
  'a user sits on another machine unasked': replace(
    '../fleet/core/user-seat.ts',
    'updateUserSeat',
    (real) => (step, home, wire) => {
      real(step, home, wire)
      const { circles = [] } = step.fleet.machine(home).machine
      step.fleet.keep(home, {
        circles: circles.map((one) => (one.stands === 'asked' ? { ...one, stands: 'taken' as const } : one)),
      })
    },
  ),
  'who sat on another machine is not told that it is over': replace(
    '../fleet/core/gathering-seats.ts',
    'onFreed',
    () => () => undefined,
  ),
}
