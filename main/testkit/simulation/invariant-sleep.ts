import type { AgentId } from '../../contract/api/model.ts'
import { callOf } from '../../core/step/frames-and-turns.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import { type Commit, isAbsorbed } from './ledger.ts'
import { isSpent, waitsForCap } from './invariant-caps.ts'
import { must, Watcher } from './invariant.ts'
import { isComposing } from './invariant-frames.ts'
import { holderOf } from './invariant-piece.ts'

/** Who has nothing open may sleep, and only they; only what is worth it wakes. */
export class SleepWatcher extends Watcher {
  committed({ before, after, now }: Commit): void {
    // While everything is stopped, or a cap is reached, who has something open may sleep over it.
    const goes = after.limits.stopped === null
    for (const [id, is] of after.agents) {
      const was = before.agents.get(id)
      if (!was) continue
      if (was.process === 'on' && is.process === 'ending' && goes && !isSpent(after, is))
        this.#ended(was, is, after, now)
      if (was.process === 'off' && is.process === 'starting')
        this.#woke(was, is, after, now, this.#isAwaited(is, before, after, now))
    }
    this.#crowd(after, now)
  }

  #ended(was: AgentState, is: AgentState, after: State, now: number): void {
    if (was.needsRestart) this.ledger.count('process renewed')
    const isTold = this.ledger.handled.get(was.agent.id) === now || is.agent.closedAt !== null
    if (
      isTold ||
      was.needsRestart ||
      is.needsRestart ||
      is.agent.status === 'failed' ||
      is.agent.status === 'stopped'
    )
      return
    this.ledger.count('fell asleep')
    must(isFree(after, is), 'who sleeps has nothing open')
    must(!isComposing(is, now), 'nobody falls asleep while the user writes')
  }

  /** Words for it are on their way: the user, or an agent that it has to do with, has just begun to write. */
  #isAwaited({ agent: { id }, typing }: AgentState, before: State, after: State, now: number): boolean {
    if (typing?.at === now && typing.draft) return true
    if (this.ledger.addressed.get(id) === now) return true
    return [...after.agents.values()].some((one) => {
      const words = one.turn?.streamed ?? ''
      const known = before.agents.get(one.agent.id)?.turn?.streamed ?? ''
      return words !== '' && known === '' && isExpecting(id, one, after)
    })
  }

  #woke(was: AgentState, is: AgentState, { gatherings }: State, now: number, isAwaited: boolean): void {
    this.ledger.count('woke')
    const isDue = is.mailbox.some((message) => message.state === 'queued' && !isAbsorbed(message))
    const isBroken = was.frames.length > 0 || was.restartAt !== null
    const owes = is.mailbox.some(({ state, expectsReply }) => state === 'read' && expectsReply)
    const isTold = this.ledger.handled.get(is.agent.id) === now
    const beats = is.heartbeats
      .concat(was.heartbeats)
      .some((one) => one.state === 'armed' && one.dueAt <= now)
    if (beats && !isDue) this.ledger.count('woke for a timer')
    const g = is.gatheringId === null ? undefined : gatherings.get(is.gatheringId)
    const isAsked = g?.stage === 'running' ? holderOf(g) === is.agent.id : g?.harvester.agent === is.agent.id
    if (isAsked) this.ledger.count('woke for a circle')
    const isAhead = !(isAsked || beats || isDue || isBroken || owes || isTold)
    must(!isAhead || isAwaited, 'what is low wakes nobody')
    if (!isAhead) return
    this.ledger.count('woke ahead')
    must(is.agent.conversed && is.agent.closedAt === null, 'only who has been awake before is woken ahead')
  }

  #crowd(all: State, now: number): void {
    const { agents, limits } = all
    const awake = [...agents.values()].filter(({ process }) => process === 'on' || process === 'starting')
    if (awake.length <= limits.awake) return
    this.ledger.count('more awake than wished')
    const spare = awake.some(
      (state) => isFree(all, state) && state.process === 'on' && !isComposing(state, now),
    )
    must(!spare, 'no more are awake than the user wishes, unless the others may not sleep')
  }

  /** Asked at any time: who has had nothing to do for long sleeps. */
  override checked(all: State, now: number): void {
    const { agents, limits } = all
    for (const state of agents.values()) {
      const { status, since } = state.agent
      if (status !== 'idle' || !isFree(all, state) || state.typing !== null) continue
      must(now <= since + limits.sleepAfter + 1000, 'who has nothing to do sleeps in the end')
    }
  }
}

/** Whether what this one says may come to the agent: over a link, in a circle, or as the answer to its question. */
function isExpecting(id: AgentId, { agent, mailbox, gatheringId }: AgentState, all: State): boolean {
  const isLinked = [...all.links.values()].some(
    ({ members, closed }) => closed === null && members.includes(id) && members.includes(agent.id),
  )
  const isOwed = mailbox.some(
    ({ from, state, expectsReply }) =>
      from.kind === 'agent' && from.id === id && state === 'read' && expectsReply,
  )
  return isLinked || isOwed || (gatheringId !== null && all.agents.get(id)?.gatheringId === gatheringId)
}

/** Whether it is this one's turn to speak in a circle that goes on. */
function hasPiece({ gatherings }: State, { agent, gatheringId }: AgentState): boolean {
  const g = gatheringId === null ? undefined : gatherings.get(gatheringId)
  return g?.stage === 'running' && holderOf(g) === agent.id && g.piece?.stopped === null
}

function isFree(all: State, state: AgentState): boolean {
  const { turn, frames, cards, awaits, background, mailbox, gatheringId: sits } = state
  // Its conversation would end with its process.
  if (!state.abilities.resumes) return false
  if (hasPiece(all, state)) return false
  if (turn !== null || cards.length > 0 || awaits.length > 0 || background.length > 0) return false
  const work = mailbox.some(
    (message) =>
      message.state === 'queued' &&
      !isAbsorbed(message) &&
      !waitsForCap(all, state, message) &&
      (sits === null || message.from.kind === 'user' || message.now),
  )
  // A turn that an error broke off goes on when its time has come, asleep until then or not.
  // And a note stays where it was put, for the next prompt.
  const waits = frames.every(
    ({ phase, broke, how, prompt, chain }) =>
      // What a circle asked waits while that is paused; what a timer had put, unread, while its agent sits in one.
      (phase === 'unfinished' &&
        (broke?.why === 'error' ||
          broke?.why === 'cap' ||
          callOf({ prompt, chain }) !== null ||
          (sits !== null && chain === null && prompt?.by === 'heartbeat'))) ||
      (phase === 'started' && how === 'note'),
  )
  return waits && !work
}
