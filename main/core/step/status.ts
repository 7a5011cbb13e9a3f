import type { AgentStatus, Needs } from '../../contract/api/model.ts'
import { isUnready } from '../../contract/folders/worktree-runs.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { AgentState } from './state.ts'
import type { Frame } from './frames-and-turns.ts'

/** Only the user's word starts it again. */
export function isHalted({ agent }: AgentState): boolean {
  return agent.status === 'stopped' || agent.status === 'failed'
}

export function isUnread({ phase }: Frame): boolean {
  return phase === 'written' || phase === 'accepted'
}

/** A turn runs, or a frame that leads to one is with the process; a note starts nothing. */
export function isBusy({ turn, frames }: AgentState): boolean {
  return turn !== null || frames.some((frame) => isUnread(frame) || isRunning(frame))
}

function isRunning({ phase, how }: Frame): boolean {
  return phase === 'started' && how !== 'note'
}

export function isLocating({ frames }: AgentState): boolean {
  return frames.some((frame) => frame.phase === 'locating')
}

/** Whether its worktree is being set up or cleaned up: no turn starts meanwhile. */
export function isHeldByWorktree({ agent: { worktree, closedAt } }: AgentState): boolean {
  return worktree !== null && closedAt === null && isUnready(worktree)
}

/** `stopped` and `failed` stay until lifted. */
export function statusOf(state: AgentState): AgentStatus {
  if (isHalted(state)) return state.agent.status
  if (state.process === 'off') {
    const isStarting = state.restartAt !== null || isLocating(state) || isHeldByWorktree(state)
    return isStarting ? 'starting' : 'asleep'
  }
  if (state.process === 'starting') return 'starting'
  if (isBusy(state)) return 'working'
  if (state.process === 'ending') return state.restartAt !== null ? 'starting' : 'asleep'
  return 'idle'
}

/** Whether a message asks the user when to come in. */
export function asksUser({ card, state, now }: Message): boolean {
  return state === 'queued' && card !== null && !card.later && !now
}

/**
 * Held for the user's decision; not because the user interrupted it or paused its link, nor while a handler's
 * reply is prepared.
 */
function isHeld({ state, hold }: Message): boolean {
  return state === 'held' && hold !== 'interrupted' && hold !== 'paused' && hold !== 'answering'
}

/** Its worktree setup waits for the user: to approve the command, or to decide after a failure. */
function asksAboutSetup({ agent: { worktree } }: AgentState): boolean {
  return worktree?.setup?.state === 'asks' || worktree?.setup?.state === 'failed'
}

export function needsOf(state: AgentState): Needs {
  if (state.cards[0]) return state.cards[0].kind
  if (state.agent.closedAt !== null) return null
  const asks =
    state.trust === 'ask' ||
    asksAboutSetup(state) ||
    state.heartbeats.some((one) => one.state === 'held') ||
    state.handlers.some(({ asks }) => asks.length > 0) ||
    state.mailbox.some((message) => asksUser(message) || isHeld(message))
  return asks ? 'card' : null
}

export function isAnchoring({ turn, frames }: AgentState): boolean {
  if (turn !== null) return turn.trigger === 'anchor'
  return frames.some(
    (frame) => isUnread(frame) && frame.prompt?.by === 'heartbeat' && frame.prompt.intent === 'anchor',
  )
}

/** How long the user counts as typing after a key, in ms; `draftTime` applies while unsent text is left. */
export const keyTime = 30_000

export const draftTime = 120_000

/** Whether the user was typing to the agent recently; Esc and Stop count as keys. */
export function isComposing({ typing: composed }: AgentState, now: number): boolean {
  return (
    composed !== null && composed.sent !== true && now < composed.at + (composed.draft ? draftTime : keyTime)
  )
}
