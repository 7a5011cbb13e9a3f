import type { CardAnswer, TimelineEntry } from '../../contract/history/timeline-entries.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { asksUser } from '../step/status.ts'
import { agentNamed, janusActor, timelineEntryOf, userActor, type FinishedStep } from './timeline-entry.ts'

export function messageEntries(done: FinishedStep): readonly TimelineEntry[] {
  return done.rows.flatMap((row) => {
    if (row.table !== 'message' || row.row.spoken !== null) return []
    const { row: message } = row
    const before = done.before.agents.get(message.to)?.mailbox.find(({ id }) => id === message.id)
    return [
      ...(isNew(done, message) ? [accepted(done, message)] : []),
      ...cards.flatMap((card) => cardEntry(done, before, message, card)),
    ]
  })
}

/** A crossing has an entry of its own. Mail of a deleted agent is written once more, as dropped. */
function isNew({ before, after }: FinishedStep, { seq, crossed, to }: Message): boolean {
  return crossed === null && (seq > before.seq || !after.agents.has(to))
}

function accepted(done: FinishedStep, { id, from, fromName, to, body }: Message): TimelineEntry {
  const receiver = agentNamed(done, to)
  const owner = done.after.agents.has(to) ? to : null
  return timelineEntryOf(done, {
    id,
    owner,
    to: [receiver],
    text: body,
    from: { by: from, name: fromName },
    fact: { kind: 'message', message: id },
  })
}

interface Card {
  readonly asked: 'urgent' | 'held'
  readonly isOpen: (message: Message) => boolean
  readonly answer: (message: Message) => CardAnswer
}

const cards: readonly Card[] = [
  { asked: 'urgent', isOpen: asksUser, answer: urgentAnswer },
  { asked: 'held', isOpen: isHeld, answer: heldAnswer },
]

function cardEntry(done: FinishedStep, before: Message | undefined, message: Message, card: Card) {
  const [was, is] = [before !== undefined && card.isOpen(before), card.isOpen(message)]
  return was === is ? [] : [cardOf(done, message, card.asked, is ? null : card.answer(message))]
}

function urgentAnswer({ reason, card }: Message): CardAnswer {
  if (reason?.kind === 'hand' && reason.act === 'handled') return { kind: 'now' }
  if (reason?.kind === 'hand' && reason.act === 'postponed') return { kind: 'later' }
  return { kind: reason?.kind === 'cardOver' && card?.later === true ? 'silence' : 'withdrawn' }
}

/** Whether it waits for the user's decision. */
function isHeld({ state, hold }: Message): boolean {
  return state === 'held' && (hold === 'loop' || hold === 'consent' || hold === 'policy')
}

function heldAnswer({ reason, state }: Message): CardAnswer {
  if (reason?.kind !== 'hand') return { kind: 'withdrawn' }
  if (reason.act === 'released' || reason.act === 'allowed' || reason.act === 'mooted')
    return { kind: 'released' }
  return { kind: state === 'dropped' ? 'dropped' : 'withdrawn' }
}

/** The question appears in the receiver's tab. */
function cardOf(
  done: FinishedStep,
  { id, to, from, body }: Message,
  asked: 'urgent' | 'held',
  answer: CardAnswer | null,
): TimelineEntry {
  const receiver = agentNamed(done, to)
  const nobody = answer?.kind === 'withdrawn' || answer?.kind === 'silence'
  return timelineEntryOf(done, {
    id: `${id} ${asked} ${answer?.kind ?? 'asked'} ${done.now}`,
    owner: done.after.agents.has(to) ? to : null,
    from: answer === null || nobody ? janusActor : userActor,
    to: answer === null ? [userActor] : [receiver],
    agents: [to, ...(from.kind === 'agent' ? [from.id] : [])],
    text: body,
    fact: { kind: 'card', asked, card: id, answer },
  })
}
