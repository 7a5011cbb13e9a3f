import type { Gathering, PieceCall, Seat, SpeakingTurn } from '../../contract/gatherings/gatherings.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Absence } from '../../contract/gatherings/seat-reasons.ts'
import { accept, refuse } from '../mail/mailbox.ts'
import { passLine } from '../passing/passing.ts'
import type { Answer, EventOf } from '../step/events.ts'
import { mailFor } from '../step/mail-for.ts'
import { isRemote, nameOfPeer } from '../step/peer-ids.ts'
import type { Step } from '../step/step.ts'
import { inOneLine } from '../words/text.ts'
import { promptFor } from './due-prompts.ts'
import { absenceOf } from './seats.ts'
import type { Answering } from './tick.ts'

/**
 * Seats of remote agents in local gatherings. Such a seat gets its turn as a question sent like mail, and
 * speaks by the answer: so it comes once, or ends visibly. An answer after the piece has moved on is a
 * comment, as for local seats.
 */

/** Why the agent of a seat can't speak now, or null. */
export function absenceIn(step: Pick<Step, 'find' | 'machines'>, { agent, left }: Seat): Absence | null {
  if (agent === null) return null
  if (!isRemote(agent)) return absenceOf(step.find(agent))
  if (left) return { kind: 'left' }
  return nameOfPeer(step.machines, agent) === null ? { kind: 'unshared' } : null
}

export function rejoin(step: Step, g: Gathering, seat: Seat): Gathering {
  const { left: _, ...back } = seat
  return step.gathering({ ...g, seats: g.seats.map((one) => (one === seat ? back : one)) })
}

/** The question that a remote seat has now. */
export function askOf(step: Step, agent: AgentId, { id }: Pick<SpeakingTurn, 'id'>): Message | undefined {
  return mailFor(step, agent).find(({ piece }) => piece?.pieceTurnId === id)
}

export function answeringAway(step: Step, agent: AgentId, piece: Pick<SpeakingTurn, 'id'>): Answering {
  const ask = askOf(step, agent, piece)
  const isWriting = ask?.state === 'read'
  return {
    hasPrompt: ask !== undefined,
    isUnread: ask !== undefined && !isWriting,
    isWriting,
    isLocating: false,
    isBroken: false,
  }
}

/** Withdraws the question when the piece moves on. Its receipt says whether that was in time. */
export function withdrawQuestion(step: Step, agent: AgentId, piece: Pick<SpeakingTurn, 'id'>): void {
  const ask = askOf(step, agent, piece)
  if (ask) step.announce('message.recalled', { message: ask })
}

export function askRemoteSeat(step: Step, g: Gathering, call: PieceCall, to: AgentId): void {
  accept(step, {
    from: { kind: 'system' },
    fromName: g.topic,
    to,
    body: promptFor(step, call).text,
    priority: 'normal',
    expectsReply: true,
    piece: { ...call, ...lasting(step, g, call) },
    depth: g.depth,
  })
}

function lasting(step: Step, { piece, interval }: Gathering, { beat }: PieceCall) {
  const { beats = beat, clockFrom = null } = piece ?? {}
  const all = (beats + 1) * interval
  return { beats, ms: clockFrom === null ? all : Math.max(0, clockFrom + all - step.now) }
}

/**
 * A local agent in another machine's gathering passes by the tool: its answer ends with the line that says
 * so, which that machine parses like any other. Null if it has no such seat.
 */
export function passRemotely(
  step: Step,
  { by, gathering, pieceTurnId, to }: EventOf<'gathering.passed'>,
): Answer | null {
  const state = by.kind === 'agent' ? step.find(by.id) : undefined
  if (!state || !isRemote(state.gatheringId ?? '')) return null
  const { mailbox, turn: running } = state
  const ask = mailbox.find(
    ({ asks, state, turn }) =>
      asks !== undefined &&
      state === 'read' &&
      (pieceTurnId === null ? turn === running?.id : asks.turn.id === pieceTurnId),
  )
  if (!ask?.asks || (gathering ?? ask.asks.gathering) !== ask.asks.gathering)
    return refuse(
      'stale_turn',
      'That is not your turn with the piece. Pass when a prompt says that you have the piece, or end your answer to it with the line PASS or PASS: NAME.',
    )
  const passing = to === null ? null : inOneLine(to, 200) || null
  step.message({ ...ask, asks: { ...ask.asks, passing } }, true)
  return { kind: 'passing', gathering: ask.asks.gathering, line: passLine(passing) }
}
