import { pick } from '../../contract/api/pick.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { interrupts } from '../../contract/mail/priorities.ts'
import type { Answer, MessageSent, EventOf } from '../step/events.ts'
import type { Step } from '../step/step.ts'
import { send } from './send.ts'
import { refuse } from '../mail/mailbox.ts'

/** Broadcasts in ten minutes by one agent, and by all agents, before the next waits for the user. */
export const broadcastCap = 3
const broadcastCapOfAll = 10

const memory = 10 * 60_000

type Broadcast = EventOf<'message.broadcast'>

/**
 * Sends one message to each receiver. The same key again returns the same messages, even if the group has
 * changed.
 */
export function broadcast(step: Step, event: Broadcast): Answer {
  const { from, priority, earlier } = event
  if (from.kind === 'agent' && !step.find(from.id)) return refuse('unauthorized', 'The sender is gone.')
  const again = [...earlier.keys()]
  const to = again.length > 0 ? again : event.to.filter((id) => !(from.kind === 'agent' && from.id === id))
  if (to.length === 0) return refuse('wrong_state', 'There is no agent in it but you.')
  if (from.kind === 'agent' && priority !== null && interrupts(priority))
    return refuse(
      'bad_request',
      'urgent stops a turn and is for one receiver only. Use high for several, or write to one.',
    )
  if (again.length === 0 && waits(step, event))
    return refuse(
      'too_many',
      'Your last message to several agents still waits for your user. Write to one instead.',
    )
  const isHeld = again.length === 0 && countsAsStorm(step, event)
  const sent = to.map((id) => ({ agent: id, answer: send(step, messageTo(event, id, isHeld)) }))
  const isFirst = again.length === 0 && sent.some(({ answer }) => answer.kind === 'message')
  if (isFirst && from.kind === 'agent' && !isHeld)
    step.agent(from.id, { broadcasts: [...recent(step, step.get(from.id).agent.broadcasts), step.now] })
  return { kind: 'broadcast', sent }
}

/** A key per receiver, different from those that identify a waiting call. */
export const keyFor = (key: string, to: AgentId): string => `many-${to}-${key}`

function messageTo(event: Broadcast, to: AgentId, isHeld: boolean): MessageSent {
  const { idempotencyKey, name } = event
  return {
    type: 'message.sent',
    ...pick(event, ['from', 'fromName', 'body', 'priority', 'expectsReply', 'metadata']),
    to,
    replied: null,
    now: false,
    link: null,
    broadcast: { to: name },
    isHeld,
    idempotencyKey: idempotencyKey === null ? null : keyFor(idempotencyKey, to),
    earlier: event.earlier.get(to) ?? null,
  }
}

/** Keeps agents that answer broadcasts with broadcasts from going on forever. */
function countsAsStorm(step: Step, { from }: Broadcast): boolean {
  if (from.kind !== 'agent') return false
  const own = recent(step, step.get(from.id).agent.broadcasts).length
  const all = step.agents().reduce((sum, { agent }) => sum + recent(step, agent.broadcasts).length, 0)
  return own >= broadcastCap || all >= broadcastCapOfAll
}

/** One held broadcast is enough for the user to decide about. */
function waits(step: Step, { from }: Broadcast): boolean {
  return (
    from.kind === 'agent' &&
    step
      .agents()
      .some(({ mailbox }) =>
        mailbox.some(
          ({ from: by, reason, state }) =>
            state === 'held' && reason?.kind === 'broadcast' && by.kind === 'agent' && by.id === from.id,
        ),
      )
  )
}

const recent = (step: Step, times: readonly number[]): readonly number[] =>
  times.filter((at) => at > step.now - memory)
