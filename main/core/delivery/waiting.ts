import type { WaitReason } from '../../contract/mail/wait-words.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { capBefore } from '../budget/caps.ts'
import type { AgentState, State } from '../step/state.ts'
import { statusOf } from '../step/status.ts'
import { isMessageSinceStop } from '../step/stopped.ts'
import { situationOf, timingOf, wishedTiming } from '../turns/timing.ts'

/** Why a message waits; null if it is next. */
export function waitReason(
  state: AgentState,
  message: Message,
  now: number,
  all: Pick<State, 'limits' | 'day' | 'links'>,
): WaitReason | null {
  if (state.agent.closedAt !== null) return 'closed'
  const { limits } = all
  const { stopped } = limits
  if (stopped !== null && !isMessageSinceStop(message, stopped)) return 'everything'
  const timing = timingOf(state, message, now, limits)
  if (
    state.gatheringId !== null &&
    message.spoken === null &&
    !message.asks &&
    message.from.kind !== 'user' &&
    !message.now
  )
    return 'gathering'
  if (timing === 'absorb') return 'absorbed'
  const cap = capBefore(all, state, message)
  if (cap !== null) return `${cap}Cap`
  switch (statusOf(state)) {
    case 'starting':
      return 'starting'
    case 'stopped':
      return 'stopped'
    case 'failed':
      return state.agent.trouble === 'trust' ? 'trust' : 'failed'
    case 'asleep':
    case 'idle':
      return timing === 'turn' ? (state.process === 'off' ? 'wakes' : null) : 'writing'
    case 'working':
      break
  }
  const situation = situationOf(state, now)
  if (situation === 'asking') return 'answer'
  switch (timing) {
    case 'steer':
      return 'boundary'
    case 'interject':
      return 'tool'
    case 'wait':
      return wishedTiming(state, message, now, limits, situation) === 'steer' ? 'wholeTurn' : 'turn'
    case 'turn':
    case 'patience':
    case 'card':
      return 'turn'
  }
}
