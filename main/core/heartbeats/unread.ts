import type { AgentId } from '../../contract/api/model.ts'
import type { Frame, OwnPrompt } from '../step/frames-and-turns.ts'
import { findOpen } from '../step/mail-for.ts'
import type { Step } from '../step/step.ts'
import { isAgent, isCrowded } from './heartbeats.ts'
import { isRepeated } from './schedules.ts'

type Fired = Extract<OwnPrompt, { by: 'heartbeat' }>

/** A timer's prompt that its agent never read, or null. */
export function unreadIn({ phase, chain, prompt }: Frame): Fired | null {
  return phase === 'unfinished' && chain === null && prompt?.by === 'heartbeat' ? prompt : null
}

/**
 * Timers' prompts that were not read before a new task aren't sent after it: those of the agent's own timers
 * become timers again, to be asked about with the others; Janus's own anchor comes again anyway.
 */
export function takeBackUnread(step: Step, id: AgentId): void {
  for (const frame of step.get(id).frames) {
    const prompt = unreadIn(frame)
    if (!prompt || prompt.set.by.kind === 'user') continue
    step.frame(frame, false)
    if (prompt.set.by.kind === 'agent') setAgain(step, id, prompt)
  }
}

function setAgain(step: Step, agent: AgentId, prompt: Fired): void {
  const { by: _by, head: _head, text: _text, ...timer } = prompt
  const { intent, schedule, trigger, about, set } = timer
  const state = step.get(agent)
  // Anchors and repeating timers are still set.
  if (intent === 'anchor' || isRepeated({ schedule }) || trigger?.repeats || isSettled(step, about)) return
  if (isCrowded(state, intent, set.by)) return
  const armed = { state: 'armed', stateAt: step.now, reason: null, left: null, idempotencyKey: null } as const
  step.heartbeat({ fired: 1, costUsd: 0, ...timer, ...armed, agent })
}

function isSettled(step: Step, about: Fired['about']): boolean {
  if (about === null) return false
  if (isAgent(about)) return step.find(about) === undefined
  const ticket = findOpen(step, about)
  return !ticket?.expectsReply || ticket.reply !== null
}
