import type { Author, Message } from '../contract/model.ts'
import type { AgentSummary, AgentView } from '../contract/views.ts'
import type { MessageReport, PendingView } from '../contract/mail-views.ts'
import type { AgentState, State } from '../core/state.ts'
import { needsOf, waitReason } from '../core/status.ts'
import { cutBytes, utf8Length } from '../core/text.ts'

/** Characters of a waiting message that the window shows unasked. */
const previewLength = 280
/** Bytes of a message that one answer carries. */
const answerLimit = 64 * 1024

/** An agent as the window shows it. */
export function agentView(state: AgentState): AgentView {
  const { since, order, turnNumber, lastLine, costUsd, closedAt, look, allowed, trouble } = state.agent
  return {
    ...shown(state),
    ...{ since, order, turnNumber, lastLine, costUsd, closed: closedAt !== null },
    ...{ look, allowed, trust: state.trust, trouble: state.agent.status === 'failed' ? trouble : null },
    pending: pendingOf(state).map((message) => pendingView(state, message)),
    cards: state.cards.map(({ request: _, ...card }) => card),
  }
}

/** What everybody is shown of an agent. */
function shown(state: AgentState) {
  const { id, name, status, reason, role, cwd, model, permissionMode } = state.agent
  return { id, name, status, reason, needs: needsOf(state), role, cwd, model, permissionMode }
}

/** Messages that its model has not read yet. */
function pendingOf(state: AgentState): readonly Message[] {
  return state.mailbox.filter((message) => message.state !== 'read')
}

function pendingView(state: AgentState, message: Message): PendingView {
  const { id, from, fromName, body, stateAt, inInput } = message
  const reason = message.reason || (message.state === 'queued' ? waitReason(state) : '')
  const preview = [...body.slice(0, 2 * previewLength)].slice(0, previewLength).join('')
  return {
    id,
    from,
    fromName,
    preview,
    bytes: utf8Length(body),
    state: message.state,
    stateAt,
    reason,
    inInput,
  }
}

/** An agent as the agents API shows it. */
export function agentSummary(state: AgentState, extra: Pick<AgentSummary, 'self' | 'renamed'>): AgentSummary {
  return { ...shown(state), since: iso(state.agent.since), pending: pendingOf(state).length, ...extra }
}

/** A message and what became of it, from `offset` on. */
export function messageReport(state: State, message: Message, offset: number): MessageReport {
  const receiver = state.agents.get(message.to)
  const { text } = cutBytes(message.body.slice(offset), answerLimit)
  const end = offset + text.length
  const waits = receiver && message.state === 'queued' ? waitReason(receiver) : ''
  const { id, inInput, replyTo, depth, metadata } = message
  return {
    ...{
      id,
      from: authorName(state, message.from, message.fromName),
      to: receiver?.agent.name ?? message.to,
    },
    ...{ message: text, offset, next: end < message.body.length ? end : null },
    ...{ state: message.state, stateAt: iso(message.stateAt), reason: message.reason || waits, inInput },
    ...{ acceptedAt: iso(message.acceptedAt), replyTo, depth, metadata },
  }
}

function authorName(state: State, author: Author, then: string): string {
  return author.kind === 'agent' ? (state.agents.get(author.id)?.agent.name ?? then) : author.kind
}

function iso(ms: number): string {
  return new Date(ms).toISOString()
}
