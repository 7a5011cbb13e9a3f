import type { AgentStatus, Needs } from '../../contract/api/model.ts'
import { isUnready } from '../../contract/folders/worktree-runs.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { AgentState } from './state.ts'
import type { Frame } from './frames-and-turns.ts'

/** Put to rest by the user or by trouble: only the user's word starts it again. */
export function isHalted({ agent }: AgentState): boolean {
  return agent.status === 'stopped' || agent.status === 'failed'
}

/** Written, and not read by its process yet. */
export function isUnread({ phase }: Frame): boolean {
  return phase === 'written' || phase === 'accepted'
}

/** Whether a turn runs, or a frame that will come to one is with its process; a note that was read begins nothing. */
export function isBusy({ turn, frames }: AgentState): boolean {
  return turn !== null || frames.some((frame) => isUnread(frame) || isRunning(frame))
}

function isRunning({ phase, how }: Frame): boolean {
  return phase === 'started' && how !== 'note'
}

/** Whether a transcript is being asked what became of its frames. */
export function isLocating({ frames }: AgentState): boolean {
  return frames.some((frame) => frame.phase === 'locating')
}

/** Whether its worktree is being made ready, or cleaned up: no turn begins meanwhile. */
export function isHeldByWorktree({ agent: { worktree, closedAt } }: AgentState): boolean {
  return worktree !== null && closedAt === null && isUnready(worktree)
}

/** The status that follows from what is so; `stopped` and `failed` stay until they are lifted. */
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

/** A message that asks the user when it may come in. */
export function asksUser({ card, state, now }: Message): boolean {
  return state === 'queued' && card !== null && !card.later && !now
}

/** It waits for the user's word: not because they have interrupted it, or paused its link, themselves, nor for an answer that is made. */
function isHeld({ state, hold }: Message): boolean {
  return state === 'held' && hold !== 'interrupted' && hold !== 'paused' && hold !== 'answering'
}

/** The setup of its worktree waits for the user: to approve the command, or to decide what follows a failure. */
function asksAboutSetup({ agent: { worktree } }: AgentState): boolean {
  return worktree?.setup?.state === 'asks' || worktree?.setup?.state === 'failed'
}

/** What it needs from the user now. */
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

/** Whether an agent is being led back to its own work: its anchor's turn runs, or is on its way to it. */
export function isAnchoring({ turn, frames }: AgentState): boolean {
  if (turn !== null) return turn.trigger === 'anchor'
  return frames.some(
    (frame) => isUnread(frame) && frame.prompt?.by === 'heartbeat' && frame.prompt.intent === 'anchor',
  )
}

/** How long after a key the user counts as writing, in ms; longer while something unsent is left. */
export const keyTime = 30_000

export const draftTime = 120_000

/** Whether the user is writing to an agent: a key, Esc and Stop included, a short while ago. */
export function isComposing({ typing: composed }: AgentState, now: number): boolean {
  return (
    composed !== null && composed.sent !== true && now < composed.at + (composed.draft ? draftTime : keyTime)
  )
}
