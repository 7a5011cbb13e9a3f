import type { Message } from '../../contract/model.ts'
import type { AgentState, Limits } from '../state.ts'
import { statusOf } from '../status.ts'
import { situationOf, timingOf } from './timing.ts'

/** Why a message waits, in words for a person; empty when it is next. */
export function waitReason(state: AgentState, message: Message, now: number, limits: Limits): string {
  if (state.agent.closedAt !== null) return 'the tab is closed'
  const timing = timingOf(state, message, now, limits)
  if (state.sits !== null && message.spoken === null && message.from.kind !== 'human' && !message.now)
    return 'waits until its gathering is over'
  if (timing === 'absorb') return 'goes along with its next prompt'
  switch (statusOf(state)) {
    case 'starting':
      return 'waits until the agent has started'
    case 'stopped':
      return 'the agent is stopped'
    case 'failed':
      return 'the agent has failed'
    case 'asleep':
    case 'idle':
      return timing === 'turn'
        ? state.process === 'off'
          ? 'wakes the agent'
          : ''
        : 'waits while you are writing'
    case 'working':
      break
  }
  if (situationOf(state, now) === 'asking') return 'waits for your answer to it'
  switch (timing) {
    case 'fold':
      return 'goes in at the next tool boundary'
    case 'interject':
      return 'stops what runs after its tool'
    case 'turn':
    case 'wait':
    case 'patience':
    case 'card':
      return 'waits for the end of the turn'
  }
}
