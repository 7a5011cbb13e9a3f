import type { PieceCall } from '../../contract/gatherings/gatherings.ts'
import type { MachineName } from '../../contract/fleet/machines.ts'
import type { WireReceipt, WireSeat, WireSeatAct } from '../contract/wire.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { MessageReason } from '../../contract/mail/message-reasons.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import { enqueue } from './log.ts'
import { peerId } from '../../core/step/peer-ids.ts'
import { endMessage } from '../../core/mail/tickets.ts'
import type { Step } from '../../core/step/step.ts'
import { promptWritten } from '../../core/gatherings/due-prompts.ts'
import { onRemoteAnswer, countTurn } from '../../core/gatherings/on-turn-ended.ts'
import { tellMember } from '../../core/gatherings/notify-members.ts'
import { roundText } from '../../core/gatherings/prompts.ts'
import { catchUp } from '../../core/gatherings/speaking.ts'
import { hasSeats, mustSit } from '../../core/gatherings/seats.ts'
import { rejoin } from '../../core/gatherings/seats-away.ts'
import { skipSeat, moveOn, reasonForSilence } from '../../core/gatherings/piece.ts'

export function applySeatAct(
  step: Step,
  machine: MachineName,
  { gathering, member, act }: WireSeatAct,
  rows: readonly Utterance[],
): void {
  const g = step.gatherings.get(gathering)
  const agent = peerId(machine, member)
  const seat = g?.seats.find((one) => one.agent === agent)
  if (!g || !seat || !hasSeats(g)) {
    const over = { gathering, topic: 'over', by: 'Janus', member, seated: false } satisfies WireSeat
    if (act === 'taken') enqueue(step, machine, 'seat', over)
    return
  }
  if (act === 'left')
    step.gathering({ ...g, seats: g.seats.map((one) => (one === seat ? { ...seat, left: true } : one)) })
  else if (seat.left) {
    const back = rejoin(step, g, seat)
    catchUp(step, back, rows, { number: seat.number, to: agent })
    if (g.stage === 'running') tellMember(step, back, agent, `You sit there again: ${roundText(g)}.`)
  }
}

export function applyTurnReceipt(
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
    if (!isRead) markBegun(step, call)
    return
  }
  const since = isRead ? message.stateAt : step.now
  if (stands === 'answered' && reply !== null) {
    if (!isRead) markBegun(step, call)
    const answer = { ...reply, message: null, at: step.now }
    step.message({ ...message, state: 'answered', stateAt: step.now, reason, reply: answer }, false)
    const said = { agent: message.to, text: reply.text, turnNumber: turn, ms: step.now - since }
    return onRemoteAnswer(step, call, said)
  }
  if (stands === 'read' || stands === 'answered')
    step.message({ ...message, state: 'answered', stateAt: step.now, reason }, false)
  else endMessage(step, message, stands, reason)
  endUnanswered(step, call)
}

function markBegun(step: Step, call: PieceCall): void {
  countTurn(step, call)
  promptWritten(step, call)
}

/** The question ended without an answer while its agent still had the piece. */
function endUnanswered(step: Step, call: PieceCall): void {
  const g = step.gatherings.get(call.gathering)
  const { piece = null } = g ?? {}
  if (!g || g.stage !== 'running' || piece?.id !== call.pieceTurnId) return
  const over =
    piece.said > 0
      ? g
      : skipSeat(step, g, mustSit(g, piece.number), reasonForSilence(piece.ending?.why ?? 'closed'))
  // A held piece stays until the user releases it.
  if (piece.held && piece.ending === null)
    step.gathering({ ...over, piece: { ...piece, done: { to: null } } })
  else moveOn(step, over, null)
}
