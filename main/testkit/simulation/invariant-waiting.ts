import type { Message } from '../../contract/mail/messages.ts'
import { priorities } from '../../contract/mail/priorities.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import { type Commit, isAbsorbed, isUnread } from './ledger.ts'
import { heard } from '../../core/step/stopped.ts'
import { interjectionPause } from '../../core/turns/timing.ts'
import { waitsForCap } from './invariant-caps.ts'
import { must, Watcher } from './invariant.ts'
import { isComposing, isConversing } from './invariant-frames.ts'

/** Nothing waits without a reason: what may come in now has been written. */
export class WaitingWatcher extends Watcher {
  committed({ before, after, now }: Commit): void {
    for (const message of this.ledger.news) {
      const was = before.agents.get(message.to)
      if (was) this.#arrived(message, was, now)
    }
    for (const state of after.agents.values()) this.#waits(state, after, now)
  }

  /** Which row of the table it met. */
  #arrived({ from, priority, state }: Message, was: AgentState, now: number): void {
    if (from.kind !== 'agent') return
    this.ledger.count(`at ${situationOf(was, now)}: ${state === 'held' ? 'held' : priority}`)
  }

  #waits(state: AgentState, all: State, now: number): void {
    const { limits } = all
    // Who sits hears the circle; what waits meanwhile goes on at the close.
    if (state.gatheringId !== null || !mayGo(state, now)) return
    const { mailbox } = heard(state, limits)
    const waiting = mailbox.filter(
      (message) => message.state === 'queued' && !isAbsorbed(message) && !waitsForCap(all, state, message),
    )
    const situation = situationOf(state, now)
    if (situation === 'idle' || situation === 'asleep')
      must(waiting.length === 0, `mail does not wait at an agent that is ${situation}`)
    if (situation !== 'working' && situation !== 'conversing') return
    if (state.frames.some(isUnread) || state.turn?.frame === null) return
    for (const message of waiting) {
      const interjects = state.agent.policy === 'interject' && message.from.kind === 'agent'
      const { whileWorking } = priorities[message.priority]
      const foldable = whileWorking === 'patience' || whileWorking === 'steer'
      if (message.from.kind === 'user' && !message.now) continue
      if (state.agent.policy === 'quiet' || message.card?.later === true) continue
      const awaited = state.awaits.some(({ ticket }) => ticket === message.replyTo)
      if (awaited && message.isReply) continue
      // Peers wait for the end of an anchor.
      if (state.turn?.trigger === 'anchor' && !message.now) continue
      const isPaused = now < (state.interjectedAt ?? -interjectionPause) + interjectionPause
      must(
        !interjects || (isPaused && !state.abilities.steers),
        'an agent that peers may interject takes their mail at once, also in a turn of its user',
      )
      if (!foldable) continue
      const due = whileWorking === 'steer' || message.now || now > message.acceptedAt + limits.patience
      must(
        !due || !state.abilities.steers,
        `a ${message.priority} message is steered in, in time, where it can be`,
      )
    }
  }
}

/** Whether nothing stands between its mailbox and its process. */
function mayGo(state: AgentState, now: number): boolean {
  const { agent, process, restartAt, frames, needsRestart: outdated } = state
  if (agent.closedAt !== null || agent.status === 'stopped' || agent.status === 'failed') return false
  if (process === 'starting' || process === 'ending' || outdated) return false
  return !(restartAt !== null && now < restartAt) && !frames.some(({ phase }) => phase === 'locating')
}

function situationOf(state: AgentState, now: number): string {
  if (state.cards.length > 0) return 'asking'
  const isOut = state.frames.some(
    (frame) => isUnread(frame) || (frame.phase === 'started' && frame.how !== 'note'),
  )
  if (state.turn !== null || isOut) return isConversing(state, now) ? 'conversing' : 'working'
  if (isComposing(state, now)) return 'composing'
  return state.process === 'off' ? 'asleep' : 'idle'
}
