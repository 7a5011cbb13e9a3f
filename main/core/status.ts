import type { AgentStatus, Needs } from '../contract/model.ts'
import type { AgentState } from './state.ts'

/** Put to rest by the person or by trouble: only the person's word starts it again. */
export function isHalted({ agent }: AgentState): boolean {
  return agent.status === 'stopped' || agent.status === 'failed'
}

/** A prompt of ours is with the CLI and its turn has not ended. */
export function isFrameOut({ frame }: AgentState): boolean {
  return (
    frame !== null && (frame.phase === 'written' || frame.phase === 'accepted' || frame.phase === 'started')
  )
}

/** The status that follows from what is so; `stopped` and `failed` stay until they are lifted. */
export function statusOf(state: AgentState): AgentStatus {
  if (isHalted(state)) return state.agent.status
  if (state.process === 'off') {
    return state.restartAt !== null || state.frame?.phase === 'locating' ? 'starting' : 'asleep'
  }
  if (state.process === 'starting') return 'starting'
  if (state.turn !== null || isFrameOut(state)) return 'working'
  if (state.process === 'ending') return state.restartAt !== null ? 'starting' : 'asleep'
  return 'idle'
}

/** What it needs from the person now. */
export function needsOf(state: AgentState): Needs {
  const asks = state.trust === 'ask' && state.agent.closedAt === null
  return state.cards[0]?.kind ?? (asks ? 'card' : null)
}

/** Why its mail waits, in words; empty when it does not. */
export function waitReason(state: AgentState): string {
  if (state.agent.closedAt !== null) return 'the tab is closed'
  switch (statusOf(state)) {
    case 'working':
      return state.cards.length > 0 ? 'waits for your answer to it' : 'waits for the end of the turn'
    case 'starting':
      return 'waits until the agent has started'
    case 'stopped':
      return 'the agent is stopped'
    case 'failed':
      return 'the agent has failed'
    case 'asleep':
      return 'wakes the agent'
    case 'idle':
      return ''
  }
}
