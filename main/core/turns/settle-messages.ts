import type { TurnEnd } from '../../contract/mail/message-reasons.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Outcome } from '../step/events.ts'
import { answerByText, isUnanswered, notAnswered, notifySender } from '../mail/tickets.ts'
import type { TurnProvenance } from '../step/frames-and-turns.ts'
import type { Step } from '../step/step.ts'

/**
 * Settles the messages that a finished turn has read. Open tickets are answered by its final text if it was
 * for their sender alone; otherwise they stay open, and their senders are told. Returns the agents that were
 * answered.
 */
export function settleRead(
  step: Step,
  id: AgentId,
  messages: ReadonlySet<MessageId>,
  chain: TurnProvenance | null,
  outcome: Outcome,
): readonly AgentId[] {
  const { mailbox, agent } = step.get(id)
  const read = mailbox.filter((message) => message.state === 'read' && messages.has(message.id))
  const owed = read.filter(isUnanswered)
  for (const message of read) {
    if (isUnanswered(message)) continue
    step.message(settled(step, message, outcome), false)
    if (outcome.kind === 'broken' && !message.crossed && !message.spoken)
      notifySender(step, message, givenUp(message, outcome.detail), 'low')
  }
  const begun = outcome.kind === 'completed' ? begunForOne(owed, chain) : []
  const isWordless = outcome.kind === 'completed' && outcome.text.trim() === ''
  // After passing the piece by the tool, a turn may end without text.
  const answered = begun.filter(({ asks }) => !isWordless || asks?.passing !== undefined)
  if (outcome.kind === 'completed') answerByText(step, answered, { fromName: agent.name, body: outcome.text })
  for (const message of owed) if (!answered.includes(message)) leave(step, message, agent.turnNumber, outcome)
  return answered.flatMap(({ from }) => (from.kind === 'agent' ? [from.id] : []))
}

/**
 * Tickets that began a turn for a single sender or for another machine's gathering; other messages there only
 * came along.
 */
function begunForOne(owed: readonly Message[], chain: TurnProvenance | null): readonly Message[] {
  const begun = owed.filter((message) => chain?.begun.includes(message.id) === true)
  const asked = begun.filter(({ asks }) => asks !== undefined)
  return asked.length > 0 ? asked.slice(0, 1) : chain?.senders.length === 1 ? begun : []
}

function settled(step: Step, message: Message, outcome: Outcome): Message {
  if (outcome.kind === 'completed') return { ...message, state: 'answered', stateAt: step.now, reason: null }
  return { ...message, reason: { kind: 'ended', end: endOf(outcome) } }
}

function givenUp({ id }: Message, detail: string): string {
  return `Your message ${id} was read, but nothing came of it: ${detail}`
}

/**
 * The ticket stays open, and its sender is told. It is not asked again after the user or an error ended the
 * turn.
 */
function leave(step: Step, ticket: Message, turn: number, outcome: Outcome): void {
  if (outcome.kind !== 'completed') {
    const reason = { kind: 'unanswered', turn, end: endOf(outcome) } as const
    return notAnswered(step, { ...ticket, reminded: true }, reason, outcome.kind === 'broken')
  }
  if (ticket.reminded) step.message({ ...ticket, reason: { kind: 'askedAgain', turn } }, true)
  else notAnswered(step, ticket, { kind: 'unanswered', turn, end: null }, false)
}

function endOf(outcome: Exclude<Outcome, { kind: 'completed' }>): TurnEnd {
  return outcome.kind === 'broken' ? { kind: 'broken', detail: outcome.detail } : { kind: outcome.kind }
}
