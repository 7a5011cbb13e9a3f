import type { Extension } from '../../core/extensions.ts'
import { saveArrival, setMachines, updatePresence, clearMachineWarnings } from './arrivals.ts'
import { onFreed, onSeated, sendSeatUpdates } from './gathering-seats.ts'
import { sendLinkAct } from './link-copies.ts'
import { sendLinks } from './link-owner.ts'
import { sendConclusion } from './link-words.ts'
import { startIncarnation } from './lives.ts'
import { carryMail, recallRemote, timesOfAwayMail } from './mail-out.ts'
import { circleSeen, decideCircle, sayRemotely } from './user-seat.ts'
import { sendOutgoing, timesOfMachine } from './log.ts'
import { sendReceipts, peerSeen } from './receipts.ts'
import { decideSeat, lapseSeat, leaveSeat, seatTime } from './seat-here.ts'

export const fleet: Extension = {
  commands: {
    'machines.known': setMachines,
    'machine.present': updatePresence,
    'machine.seen': clearMachineWarnings,
    'envelope.arrived': saveArrival,
    'peer.seen': peerSeen,
    'seat.decided': decideSeat,
    'circle.decided': decideCircle,
    'circle.seen': circleSeen,
    'circle.said': sayRemotely,
  },
  reactions: {
    'message.recalled': recallRemote,
    'turn.crossed': sendConclusion,
    'link.acted': (step, { link, member, act: does }) => sendLinkAct(step, link, member, does),
    'gathering.seated': onSeated,
    'gathering.freed': onFreed,
    'seat.granted': (step, { agent }) => void decideSeat(step, { type: 'seat.decided', agent, take: true }),
    'agent.unshared': (step, { agent }) => leaveSeat(step, agent),
    'agent.closed': (step, { agent }) => leaveSeat(step, agent),
  },
  start: (step, isRestored) => {
    for (const id of step.fleet.machines.keys()) startIncarnation(step, id, isRestored ? 'set back' : 'start')
  },
  before: carryMail,
  tend: lapseSeat,
  after: (step) => {
    sendReceipts(step)
    sendLinks(step)
    sendSeatUpdates(step)
    sendOutgoing(step)
  },
  timesOfAgent: ({ seat }) => (seat ? [seat.at + seatTime] : []),
  timesOfMachine: (machine) => [...timesOfMachine(machine), ...timesOfAwayMail(machine)],
}
