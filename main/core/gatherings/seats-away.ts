import type { Gathering, PieceCall, Seat, SpeakingTurn } from '../../contract/gatherings/gatherings.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Absence } from '../../contract/gatherings/seat-reasons.ts'
import { accept, refuse } from '../mail/mailbox.ts'
import { passLine } from '../passing/passing.ts'
import type { Answer, Command } from '../step/events.ts'
import { mailFor } from '../step/mail-for.ts'
import { isRemote, nameOfPeer } from '../step/peer-ids.ts'
import type { Step } from '../step/step.ts'
import { inOneLine } from '../words/text.ts'
import { promptFor } from './due-prompts.ts'
import { absenceOf } from './seats.ts'
import type { Answering } from './tick.ts'

/**
 * Seats of this machine's circles in which agents of other machines sit. Such a seat has its turn with the piece by a question
 * that goes to its machine as mail does, and whose answer is what it says: so it comes once, or ends visibly. Words that come
 * after the piece has moved on are a comment, as they are of anybody.
 */

/** Why who sits there cannot speak now, of this machine or another. */
export function absenceIn(step: Pick<Step, 'find' | 'machines'>, { agent, left }: Seat): Absence | null {
  if (agent === null) return null
  if (!isRemote(agent)) return absenceOf(step.find(agent))
  if (left) return { kind: 'left' }
  return nameOfPeer(step.machines, agent) === null ? { kind: 'unshared' } : null
}

/** Who had left a seat is asked for again, or has come back. */
export function isBack(step: Step, g: Gathering, seat: Seat): Gathering {
  const { left: _, ...back } = seat
  return step.gathering({ ...g, seats: g.seats.map((one) => (one === seat ? back : one)) })
}

/** The question that is with a seat of another machine now; undefined: none is. */
export function askOf(step: Step, agent: AgentId, { id }: Pick<SpeakingTurn, 'id'>): Message | undefined {
  return mailFor(step, agent).find(({ piece }) => piece?.pieceTurnId === id)
}

/** How far it is with that. */
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

/** The piece moves on: what was asked need not be answered. Whether it was in time, its receipt says. */
export function takeAskBack(step: Step, agent: AgentId, piece: Pick<SpeakingTurn, 'id'>): void {
  const ask = askOf(step, agent, piece)
  if (ask) step.announce('message.recalled', { message: ask })
}

/** Asks a seat of another machine what its turn asks now. */
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

/** How long the turn lasts in which a question is asked. */
function lasting(step: Step, { piece, interval }: Gathering, { beat }: PieceCall) {
  const { beats = beat, clockFrom = null } = piece ?? {}
  const all = (beats + 1) * interval
  return { beats, ms: clockFrom === null ? all : Math.max(0, clockFrom + all - step.now) }
}

/**
 * An agent that sits there says by its tool to whom it passes the piece: its answer ends with the line that says so, and
 * that machine judges it as it does every such line. Null: it sits nowhere else.
 */
export function passRemotely(
  step: Step,
  { by, gathering, pieceTurnId, to }: Extract<Command, { type: 'gathering.passed' }>,
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
