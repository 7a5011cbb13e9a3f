import { type Gathering, type PieceCall, type Seat, type SpeakingTurn } from '../../contract/gatherings.ts'
import type { HouseName, WireReceipt, WireSeat, WireSeatAct } from '../../contract/houses.ts'
import type { Message } from '../../contract/messages.ts'
import type { MessageReason } from '../../contract/message-reasons.ts'
import type { AgentId } from '../../contract/model.ts'
import type { Utterance } from '../../contract/utterances.ts'
import type { Absence } from '../../contract/seat-reasons.ts'
import { tell } from '../away/outbox.ts'
import { takeBack } from '../away/mail-out.ts'
import { houseOf, nameOfPeer, peerId } from '../away/peer-ids.ts'
import { accept } from '../mail/mailbox.ts'
import { endMessage } from '../mail/tickets.ts'
import type { Step } from '../step.ts'
import { promptFor, promptWritten } from './due-prompts.ts'
import { onAnswerFromAway, onGatheringTurnBegan } from './on-turn-ended.ts'
import { tell as tellMember } from './notify-members.ts'
import { missed, moveOn, unsaid } from './piece.ts'
import { roundText } from './prompts.ts'
import { catchUp } from './speaking.ts'
import { absenceOf, hasSeats, membersOf, mustSit } from './seats.ts'
import { wireSeat, type Told } from './wire-seat.ts'

/**
 * Seats of this house's circles in which agents of other houses sit. Such a seat has its turn with the piece by a question
 * that goes to its house as mail does, and whose answer is what it says: so it comes once, or ends visibly. Words that come
 * after the piece has moved on are a comment, as they are of anybody.
 */

/** Whether an agent can be told something of its circle: it is there, or its house knows it. */
export function isReachable(step: Step, agent: AgentId): boolean {
  const house = houseOf(agent)
  return house === null ? step.find(agent) !== undefined : step.fleet.houses.has(house)
}

/** Why who sits there cannot speak now, of this house or another. */
export function absenceIn(step: Pick<Step, 'find' | 'houses'>, { agent, left }: Seat): Absence | null {
  if (agent === null) return null
  if (houseOf(agent) === null) return absenceOf(step.find(agent))
  if (left) return { kind: 'left' }
  return nameOfPeer(step.houses, agent) === null ? { kind: 'unshared' } : null
}

/** Tells the houses of those who sit in a circle that they do, or that it is over, which who has left it hears too. */
export function tellSeats(step: Step, g: Gathering, as: 'asked' | 'free'): void {
  const all = as === 'free' ? [...g.seats, g.harvester] : membersOf(g)
  for (const { agent } of all) if (agent !== null) tellSeat(step, g, agent, as)
}

/** Tells the house of one of them. */
export function tellSeat(step: Step, g: Gathering, agent: AgentId, as: Told): void {
  const house = houseOf(agent)
  if (house === null || !step.fleet.houses.has(house)) return
  const seat = wireSeat(g, agent, as)
  if (seat.circle) forgetPictures(step, house, seat)
  tell(step, house, 'seat', seat)
  step.marks.seatTold(agent, seat)
}

/** How the circle stood, where its guest has not heard of it yet: the newest counts, older ones go as empty numbers. */
function forgetPictures(step: Step, house: HouseName, { gathering, member }: WireSeat): void {
  for (const one of step.fleet.house(house).outgoing) {
    const told = one.kind === 'seat' ? (one.body as WireSeat) : null
    const isOfIt = told?.gathering === gathering && told.member === member
    if (isOfIt && told.circle && !told.asks)
      step.fleet.outgoing({ ...one, kind: 'nothing', body: null }, true)
  }
}

/** What the house of a seat says of it. */
export function seatActed(
  step: Step,
  house: HouseName,
  { gathering, member, act }: WireSeatAct,
  rows: readonly Utterance[],
): void {
  const g = step.gatherings.get(gathering)
  const agent = peerId(house, member)
  const seat = g?.seats.find((one) => one.agent === agent)
  if (!g || !seat || !hasSeats(g)) {
    const over = { gathering, topic: 'over', by: 'Janus', member, seated: false } satisfies WireSeat
    if (act === 'taken') tell(step, house, 'seat', over)
    return
  }
  if (act === 'left')
    step.gathering({ ...g, seats: g.seats.map((one) => (one === seat ? { ...seat, left: true } : one)) })
  else if (seat.left) {
    const back = isBack(step, g, seat)
    catchUp(step, back, rows, { number: seat.number, to: agent })
    if (g.stage === 'running') tellMember(step, back, agent, `You sit there again: ${roundText(g)}.`)
  }
}

/** Who had left a seat is asked for again, or has come back. */
export function isBack(step: Step, g: Gathering, seat: Seat): Gathering {
  const { left: _, ...back } = seat
  return step.gathering({ ...g, seats: g.seats.map((one) => (one === seat ? back : one)) })
}

/** A house has forgotten something: who of its agents sits here is told again. */
export function retellCircles(step: Step, house: HouseName): void {
  for (const g of step.gatherings.values()) {
    if (!hasSeats(g)) continue
    for (const { agent } of membersOf(g)) if (houseOf(agent) === house) tellSeat(step, g, agent, 'asked')
  }
}

/** The question that is with a seat of another house now; undefined: none is. */
export function askOf(step: Step, agent: AgentId, { id }: Pick<SpeakingTurn, 'id'>): Message | undefined {
  const { mail = [] } = step.fleet.houses.get(houseOf(agent) ?? '') ?? {}
  return mail.find(({ piece, to }) => piece?.grant === id && to === agent)
}

/** Asks a seat of another house what its turn asks now. */
export function askThere(step: Step, g: Gathering, call: PieceCall, to: AgentId): void {
  accept(step, {
    from: { kind: 'system' },
    fromName: g.topic,
    ...{ to, body: promptFor(step, call).text, priority: 'normal', expectsReply: true },
    ...{ piece: { ...call, ...lasting(step, g, call) }, depth: g.depth, causes: [] },
  })
}

/** How long the turn lasts in which a question is asked. */
function lasting(step: Step, { piece, interval }: Gathering, { beat }: PieceCall) {
  const { beats = beat, clockFrom = null } = piece ?? {}
  const all = (beats + 1) * interval
  return { beats, ms: clockFrom === null ? all : Math.max(0, clockFrom + all - step.now) }
}

/** The piece moves on: what was asked need not be answered. Whether it was in time, its receipt says. */
export function takeAskBack(step: Step, agent: AgentId, piece: Pick<SpeakingTurn, 'id'>): void {
  const ask = askOf(step, agent, piece)
  if (ask) takeBack(step, houseOf(agent) ?? '', ask)
}

/** How a question of a circle stands in the house of its seat. */
export function askStands(
  step: Step,
  message: Message,
  call: PieceCall,
  { stands, reply, turn, isOver }: WireReceipt,
  reason: MessageReason,
): void {
  const isRead = message.state === 'read'
  if (stands === 'waits' || stands === 'held') {
    if (!isRead) step.message({ ...message, reason }, true)
    return
  }
  if (stands === 'read' && !isOver) {
    step.message({ ...message, state: 'read', stateAt: isRead ? message.stateAt : step.now, reason }, true)
    if (!isRead) begun(step, call)
    return
  }
  const since = isRead ? message.stateAt : step.now
  if (stands === 'answered' && reply !== null) {
    if (!isRead) begun(step, call)
    const answer = { ...reply, message: null, at: step.now }
    step.message({ ...message, state: 'answered', stateAt: step.now, reason, reply: answer }, false)
    const said = { agent: message.to, text: reply.text, turnNumber: turn, ms: step.now - since }
    return onAnswerFromAway(step, call, said)
  }
  if (stands === 'read' || stands === 'answered')
    step.message({ ...message, state: 'answered', stateAt: step.now, reason }, false)
  else endMessage(step, message, stands, reason)
  wordless(step, call)
}

function begun(step: Step, call: PieceCall): void {
  onGatheringTurnBegan(step, call)
  promptWritten(step, call)
}

/** What was asked ended without a word, and the piece is still there. */
function wordless(step: Step, call: PieceCall): void {
  const g = step.gatherings.get(call.gathering)
  const { piece = null } = g ?? {}
  if (!g || g.stage !== 'running' || piece?.id !== call.grant) return
  const over =
    piece.said > 0 ? g : missed(step, g, mustSit(g, piece.number), unsaid(piece.ending?.why ?? 'closed'))
  // A held piece stays where it is until the person lets it go.
  if (piece.held && piece.ending === null)
    step.gathering({ ...over, piece: { ...piece, done: { to: null } } })
  else moveOn(step, over, null)
}
