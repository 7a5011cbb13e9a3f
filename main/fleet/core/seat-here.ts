import type { MachineName } from '../../contract/fleet/machines.ts'
import type { WireMail, WireSeat, WireSeatAct, WireSeatMail } from '../contract/wire.ts'
import type { GatheringId } from '../../contract/gatherings/gatherings.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { resumeLinks } from '../../core/links/links.ts'
import type { Answer } from '../../core/step/events.ts'
import type { SeatDecided } from '../../core/step/fleet-commands.ts'
import { accept, acceptFromJanus, inState, refuse } from '../../core/mail/mailbox.ts'
import type { AgentState, SeatAway } from '../../core/step/state.ts'
import type { Step } from '../../core/step/step.ts'
import { utf8Length } from '../../core/words/text.ts'
import { enqueue } from './log.ts'
import { remoteAuthor, machineOf, ownIdOf, nameInCircle, peerId } from '../../core/step/peer-ids.ts'
import { refuseMail } from './receipts.ts'

/** Seats of local agents in gatherings of other machines. */

/** Milliseconds that a seat is kept without a message from its machine. */
export const seatTime = 24 * 60 * 60 * 1000

/** Milliseconds after the user took an open agent out in which it isn't seated automatically. */
const declineTime = 24 * 60 * 60 * 1000

/** Messages of a gathering that may wait for a seat: until the user accepts, and then. */
const waitingLimits = {
  asked: { count: 100, bytes: 1024 * 1024 },
  taken: { count: 1000, bytes: 16 * 1024 * 1024 },
} as const

export function updateSeat(
  step: Step,
  home: MachineName,
  { gathering, topic, by, member, seated }: WireSeat,
): void {
  const id = peerId(home, gathering)
  const state = step.find(member)
  const seat = state?.agent.seat ?? null
  if (!seated) {
    if (!state || seat?.gathering !== id) return
    free(step, state)
    if (!seat.asked) tellOver(step, member, home)
    return
  }
  if (state && seat?.gathering === id) {
    if (!seat.asked) sendSeatAct(step, id, member, 'taken')
    return
  }
  const { shared = 'no', closedAt = null } = state?.agent ?? {}
  // An agent has one seat at a time.
  if (!state || shared === 'no' || closedAt !== null || seat || state.gatheringId !== null)
    return sendSeatAct(step, id, member, 'left')
  step.agent(member, { seat: { gathering: id, topic, by: `${by}@${home}`, asked: true, at: step.now } })
  if (shared === 'open' && !hasDeclined(step, state, home)) take(step, step.get(member))
}

/** Uses only text of this machine: the topic is chosen by another machine. */
function tellOver(step: Step, to: AgentId, machine: MachineName): void {
  const body = `The gathering of ${machine} in which you sat is over for you. Nothing follows from it until your user asks.`
  acceptFromJanus(step, { to, body, priority: 'low' })
}

function hasDeclined(step: Step, { agent }: AgentState, machine: MachineName): boolean {
  const { declined = null } = agent
  return declined?.machine === machine && step.now < declined.at + declineTime
}

export function decideSeat(step: Step, { agent, take: isTaken }: SeatDecided): Answer {
  const state = step.find(agent)
  if (!state?.agent.seat)
    return isTaken
      ? refuse('wrong_state', 'No circle of another machine has a seat for it.')
      : { kind: 'done' }
  const { seat } = state.agent
  if (!isTaken) {
    const machine = machineOf(seat.gathering)
    if (machine !== null) step.agent(agent, { declined: { machine, at: step.now } })
    leaveSeat(step, agent)
  } else if (seat.asked) {
    // A local gathering may have seated it meanwhile.
    if (state.gatheringId !== null)
      return refuse(
        'wrong_state',
        `${state.agent.name} sits in another circle. It can sit there when that is over.`,
      )
    step.agent(agent, { declined: null })
    take(step, step.get(agent))
  }
  return { kind: 'done' }
}

function take(step: Step, { agent }: AgentState): void {
  const { seat } = agent
  if (!seat) return
  step.agent(agent.id, { seat: { ...seat, asked: false, at: step.now } })
  step.set(agent.id, { gatheringId: seat.gathering })
  sendSeatAct(step, seat.gathering, agent.id, 'taken')
  for (const message of heldIn(step.get(agent.id)))
    step.message(inState(step, message, 'queued', { kind: 'hand', act: 'released' }), true)
}

export function leaveSeat(step: Step, agent: AgentId): void {
  const state = step.find(agent)
  if (!state?.agent.seat) return
  sendSeatAct(step, state.agent.seat.gathering, agent, 'left')
  free(step, state)
}

export function lapseSeat(step: Step, agent: AgentId): void {
  const { seat } = step.get(agent).agent
  if (seat && step.now >= seat.at + seatTime) leaveSeat(step, agent)
}

function free(step: Step, state: AgentState): void {
  const { agent, gatheringId } = state
  for (const message of [...heldIn(state), ...asksIn(state)])
    step.message(inState(step, message, 'dropped', { kind: 'seatLeft' }), false)
  step.agent(agent.id, { seat: null })
  if (gatheringId === agent.seat?.gathering) step.set(agent.id, { gatheringId: null })
  resumeLinks(step)
}

/** Messages that wait until the user accepts the seat. */
function heldIn({ agent, mailbox }: AgentState) {
  const id = agent.seat?.gathering
  return mailbox.filter(
    ({ hold, asks, spoken }) => hold === 'paused' && (asks?.gathering === id || spoken?.gathering === id),
  )
}

function asksIn({ agent, mailbox }: AgentState) {
  return mailbox.filter(
    ({ asks, hold }) => hold !== 'paused' && asks?.gathering === agent.seat?.gathering && asks !== undefined,
  )
}

export function sendSeatAct(
  step: Step,
  gathering: GatheringId,
  member: AgentId,
  does: WireSeatAct['act'],
): void {
  const home = machineOf(gathering)
  if (home !== null) enqueue(step, home, 'seat.act', { gathering: ownIdOf(gathering), member, act: does })
}

/** Delivers a gathering's message to a seat: something said, or a question with the piece. */
export function seatMail(
  step: Step,
  machine: MachineName,
  { id, from, to, body, depth }: WireMail,
  { gathering, as, number, turn }: WireSeatMail,
): void {
  const circle = peerId(machine, gathering)
  const { seat } = step.get(to).agent
  if (seat?.gathering !== circle) return refuseMail(step, machine, id, 'it has no seat there')
  if (isSeatFull(step.get(to), seat, body)) return refuseMail(step, machine, id, 'its mailbox is full')
  if (!seat.asked) step.agent(to, { seat: { ...seat, at: step.now } })
  const isAsk = as === 'ask' && turn !== null
  accept(step, {
    from: remoteAuthor(machine, from),
    fromName: isAsk ? `${seat.topic}@${machine}` : nameInCircle(from.name, machine),
    to,
    body,
    depth,
    causes: [],
    idempotencyKey: id,
    expectsReply: isAsk,
    priority: isAsk ? 'normal' : 'low',
    ...(isAsk
      ? { asks: { gathering: circle, topic: seat.topic, turn } }
      : { spoken: { gathering: circle, utterance: null, number } }),
  })
}

function isSeatFull({ mailbox }: AgentState, seat: SeatAway, body: string): boolean {
  const waiting = mailbox.filter(
    ({ state, asks, spoken }) =>
      state !== 'read' && (asks?.gathering ?? spoken?.gathering) === seat.gathering,
  )
  const { count, bytes } = waitingLimits[seat.asked ? 'asked' : 'taken']
  const size = waiting.reduce((sum, message) => sum + utf8Length(message.body), utf8Length(body))
  return waiting.length >= count || size > bytes
}

/** After a machine lost its memory: sends which of its seats are taken. */
export function retellSeats(step: Step, machine: MachineName): void {
  for (const { agent } of step.agents()) {
    const { seat } = agent
    if (seat && !seat.asked && machineOf(seat.gathering) === machine)
      sendSeatAct(step, seat.gathering, agent.id, 'taken')
  }
}
