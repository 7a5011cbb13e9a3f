import type { AgentId, Message, TurnId, TurnOrigin } from '../contract/model.ts'
import type { Block, Outcome } from './events.ts'
import type { AgentState, Frame, Turn } from './state.ts'
import type { Step } from './step.ts'
import { firstLine } from './text.ts'

/**
 * Opens the turn that a frame begins, or one that the CLI began by itself (`frame` null). A turn that is
 * open already and has no frame yet takes the frame: the CLI tells of both, in either order.
 */
export function beginTurn(step: Step, id: AgentId, frame: Frame | null): TurnId {
  const state = step.get(id)
  const open = state.turn
  if (open && (frame === null || open.frame === frame.id)) return open.id
  const { origin, depth, causes } = frame ? chain(state, frame) : ownChain(state)
  const n = open?.n ?? state.agent.turnNumber + 1
  const turn: Turn = {
    ...{
      id: open?.id ?? step.ids.next('trn'),
      agent: id,
      n,
      origin,
      frame: frame?.id ?? null,
      causes,
      depth,
    },
    ...{
      startedAt: open?.startedAt ?? step.now,
      endedAt: null,
      outcome: '',
      text: open?.text ?? '',
      costUsd: 0,
    },
  }
  step.turn(turn, true)
  step.agent(id, { turnNumber: n, depth, causes })
  return turn.id
}

type Chain = { origin: TurnOrigin; depth: number; causes: Turn['causes'] }

function chain(state: AgentState, frame: Frame): Chain {
  const messages = state.mailbox.filter((message) => frame.messages.includes(message.id))
  const depth = Math.max(0, ...messages.map((message) => message.depth))
  const causes = messages.map((message) => message.id)
  return { origin: originOf(messages), depth, causes }
}

function originOf(messages: readonly Message[]): TurnOrigin {
  const [first] = messages
  if (!first) return 'system'
  return first.from.kind === 'human' ? 'human' : 'peer'
}

/** A turn of the CLI's own goes on with what its last turn was about: it begins no new chain. */
function ownChain({ agent }: AgentState): Chain {
  return { origin: 'system', depth: agent.depth, causes: agent.causes }
}

/** Keeps one complete block of the stream as a transcript row. */
export function said(step: Step, id: AgentId, block: Block): void {
  const { agent, turn } = step.get(id)
  // Before its first answer a conversation may not be on the disk yet: only then it would be missed.
  if (!agent.conversed) step.agent(id, { conversed: true })
  const by = { author: { kind: 'agent', id } as const, authorName: agent.name }
  switch (block.kind) {
    case 'text':
      if (turn) step.turn({ ...turn, text: block.text }, true)
      step.agent(id, { lastLine: firstLine(block.text, 120) })
      step.entry(id, { kind: 'text', ...by, text: block.text })
      return
    case 'thinking':
      step.entry(id, { kind: 'thinking', ...by, text: block.text })
      return
    case 'tool':
      step.entry(id, { kind: 'tool', ...by, text: block.input, tool: block.tool, call: block.call })
      return
    case 'result':
      step.entry(id, { kind: 'result', ...by, text: block.text, call: block.call, isError: block.isError })
  }
}

/** A final text that was found in the transcript: kept once, if the stream did not bring it already. */
export function finalText(step: Step, id: AgentId, text: string): void {
  if (text !== '' && step.get(id).turn?.text !== text) said(step, id, { kind: 'text', text })
}

/**
 * Closes the open turn, if there is one, and settles the messages it read. Without an outcome it was broken
 * off by a death, and its messages stay open for the nudge.
 */
export function endTurn(step: Step, id: AgentId, outcome: Outcome | null): void {
  const { turn, frame, mailbox } = step.get(id)
  if (outcome && frame?.phase === 'started') {
    for (const message of mailbox) {
      if (frame.messages.includes(message.id)) step.message(settled(step, message, outcome), false)
    }
    step.frame(frame, false)
  }
  if (!turn) return
  const note = noteOf(outcome)
  if (note) step.note(id, note.text, note.isError)
  const text = outcome?.kind === 'completed' ? outcome.text : turn.text
  step.turn({ ...turn, endedAt: step.now, outcome: outcome?.kind ?? 'died', text }, false)
}

function settled(step: Step, message: Message, outcome: Outcome): Message {
  if (outcome.kind === 'completed') return { ...message, state: 'answered', stateAt: step.now, reason: '' }
  return { ...message, reason: noteOf(outcome)?.text ?? '' }
}

function noteOf(outcome: Outcome | null): { text: string; isError: boolean } | null {
  if (!outcome) return { text: 'Its process ended in the middle of this turn.', isError: true }
  switch (outcome.kind) {
    case 'completed':
      return null
    case 'interrupted':
      return { text: 'Interrupted.', isError: false }
    case 'cut':
      return { text: 'Cut short by a newer prompt.', isError: false }
    case 'broken':
      return { text: outcome.detail, isError: true }
  }
}

/** Books the CLI's running total; costs are differences, and a total that fell began anew. */
export function book(step: Step, id: AgentId, total: number): void {
  const { agent, turn } = step.get(id)
  const spent = total >= agent.costMark ? total - agent.costMark : total
  step.agent(id, { costUsd: agent.costUsd + spent, costMark: total })
  if (turn) step.turn({ ...turn, costUsd: turn.costUsd + spent }, true)
}
