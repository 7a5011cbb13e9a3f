import { callIn, type Frame } from '../../core/step/frames-and-turns.ts'
import type { AgentId, FrameId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { interrupts, priorities } from '../../contract/mail/priorities.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import { isAbsorbed, isUnread, type Commit, type Written } from './ledger.ts'
import { must, Watcher } from './invariant.ts'
import { deliverableView } from '../../core/step/stopped.ts'
import { interjectionPause } from '../../core/turns/timing.ts'
import { waitsForCap } from './invariant-budget.ts'
import { isLasting } from '../../contract/agents/service-errors.ts'
import type { Row } from '../../core/step/effects.ts'

const minute = 60_000

/** Whether the user typed in its tab so recently that nobody else may start a turn. */
export function isComposing({ typing: composed }: AgentState, now: number): boolean {
  return (
    composed !== null &&
    composed.sent !== true &&
    now < composed.at + (composed.draft ? 2 * minute : minute / 2)
  )
}

/** Whether the running turn is the user's, or they are typing to it. */
function isConversing({ turn, typing: composed }: AgentState, now: number): boolean {
  return turn?.origin === 'user' || (composed !== null && now < composed.at + minute / 2)
}

/** The user's own message, or one that they moved to the front. */
export function isByUser({ from, now, ahead }: Message): boolean {
  return from.kind === 'user' || now || ahead === 'hand'
}

/** What may be written to a process, and when. */
export class FrameWatcher extends Watcher {
  readonly #interjected = new Map<AgentId, number>()

  committed(commit: Commit): void {
    for (const written of this.ledger.written) this.#written(written, commit)
    for (const state of commit.after.agents.values()) {
      const unread = state.frames.filter(isUnread)
      const begins = unread.filter(({ how }) => how === 'begin' || how === 'note').length
      must(
        begins <= 1 && unread.length <= 2,
        'at most one frame that begins, and one behind it, are on their way',
      )
    }
  }

  override rebooted(): void {
    this.#interjected.clear()
  }

  #written(written: Written, { after, now }: Commit): void {
    const { frame, messages, after: state } = written
    this.ledger.count(`${frame.kind} ${frame.how}`)
    must(state.process === 'on', 'a frame is written to a process that answers')
    must(state.agent.closedAt === null, 'nothing is written to a closed tab')
    must(state.agent.status !== 'stopped' && state.agent.status !== 'failed', 'a stopped agent is left alone')
    const peers = messages.filter((message) => !isByUser(message))
    if (messages.some(({ from, spoken }) => from.kind === 'user' && spoken === null) && frame.kind === 'mail')
      must(
        messages.length === 1 || !state.abilities.notes,
        "the user's words go alone, but where nothing can be noted ahead of them",
      )
    const own = messages.filter((message) => !isAbsorbed(message))
    must(frame.kind !== 'mail' || own.length <= 20, 'a prompt holds twenty messages at most')
    if (frame.kind === 'mail' && frame.how !== 'note')
      must(!messages.every(isAbsorbed), 'what is low begins nothing and interrupts nothing')
    switch (frame.how) {
      case 'note':
        return must(messages.every(isAbsorbed), 'only absorbed mail is noted')
      case 'begin':
        return this.#begins(written, peers, now)
      case 'steer':
        return this.#steers(written, peers, now, after.limits.patience)
      case 'interject':
        return this.#interjects(written, peers, now)
    }
  }

  #begins({ frame, before, after, messages }: Written, peers: readonly Message[], now: number): void {
    must(after.turn === null, 'a turn begins when none runs')
    // An interrupted turn that continues is not another's message.
    if (frame.kind === 'resume' || frame.kind === 'nudge') return
    const isCircles = callIn(frame.prompt) !== null
    if (isCircles && before.frames.some(({ phase, prompt }) => phase === 'unfinished' && callIn(prompt)))
      return
    if (frame.kind === 'mail' && peers.length === 0) return
    if (frame.kind === 'mail' && messages.some(isByUser)) return
    must(!isComposing(after, now), 'nothing begins while the user writes')
  }

  #steers({ before, after }: Written, peers: readonly Message[], now: number, patience: number): void {
    must(before.turn !== null || before.frames.some(isUnread), 'what is steered has a turn to go into')
    must(after.cards.length === 0, 'nothing is steered in while the agent waits for its user')
    for (const message of peers) {
      if (message.from.kind === 'agent')
        must(after.agent.policy !== 'quiet', 'a quiet agent is told when it is idle')
      if (priorities[message.priority].whileWorking !== 'patience' || after.agent.policy === 'interject')
        continue
      must(now >= message.acceptedAt + patience, 'a normal message waits for its patience')
      this.ledger.count('steered after patience')
    }
    if (peers.some(({ priority }) => priorities[priority].whileWorking === 'steer'))
      this.ledger.count('steered: high')
    if (peers.length < after.frames.length && peers.length === 0) this.ledger.count('steered by hand')
  }

  #interjects({ before, after }: Written, peers: readonly Message[], now: number): void {
    const { id, policy } = after.agent
    must(after.cards.length === 0, "nothing takes the user's card away")
    const last = this.#interjected.get(id)
    must(last === undefined || now >= last + minute, 'at most one interjection a minute')
    this.#interjected.set(id, now)
    for (const message of peers) {
      if (isAbsorbed(message)) continue
      // A policy that lets every agent interject is the user's consent.
      const agreed = policy === 'interject' && message.from.kind === 'agent'
      must(agreed || !isConversing(before, now), 'nothing interrupts the user without their word')
      must(policy !== 'quiet' || message.from.kind !== 'agent', 'nothing interrupts a quiet agent')
      must(interrupts(message.priority) || policy === 'interject', 'only what is urgent interrupts')
    }
    if (policy === 'interject') this.ledger.count('interject by policy')
    if (policy === 'interject' && isConversing(before, now)) this.ledger.count('interject with the user')
    if (peers.length === 0) this.ledger.count('interject by hand')
  }
}

/** Nothing waits without a reason: what may be delivered has been written. */
export class WaitingWatcher extends Watcher {
  committed({ before, after, now }: Commit): void {
    for (const message of this.ledger.news) {
      const was = before.agents.get(message.to)
      if (was) this.#arrived(message, was, now)
    }
    for (const state of after.agents.values()) this.#waits(state, after, now)
  }

  /** Counts the situation in which the message arrived. */
  #arrived({ from, priority, state }: Message, was: AgentState, now: number): void {
    if (from.kind !== 'agent') return
    this.ledger.count(`at ${situationOf(was, now)}: ${state === 'held' ? 'held' : priority}`)
  }

  #waits(state: AgentState, all: State, now: number): void {
    const { limits } = all
    // An agent in a gathering gets only its messages; other mail waits for the close.
    if (state.gatheringId !== null || !mayGo(state, now)) return
    const { mailbox } = deliverableView(state, limits)
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
      // Other agents wait for the end of an anchor.
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

type FrameRow = Extract<Row, { table: 'frame' }>

/** A conversation has at most one broken turn, and none after a turn that completed. */
export class BrokenWatcher extends Watcher {
  committed({ before, after, rows, now }: Commit): void {
    for (const state of after.agents.values()) this.#one(state, now)
    for (const { agent, outcome, trigger } of this.ledger.ended)
      if (outcome === 'completed' && trigger !== 'command') this.#endedWell(agent, before, after)
    for (const row of rows)
      if (row.table === 'frame' && row.open) this.#written(row.row, { before, after, now })
  }

  #one(state: AgentState, now: number): void {
    const broken = brokenOf(state)
    must(broken.length <= 1, 'a conversation has one broken turn at most')
    for (const frame of broken) {
      if (frame.broke?.why !== 'error' || !isLasting(frame.failure?.error)) continue
      const retryAt = frame.broke.retryAt
      const isAsked = retryAt !== null && retryAt <= now
      must(isAsked || retryAt === null, 'what is refused for good is not tried again by itself')
    }
  }

  #endedWell(agent: AgentId, before: State, after: State): void {
    const was = before.agents.get(agent)
    if (was && brokenOf(was).length > 0) this.ledger.count('settled by a good turn')
    const is = after.agents.get(agent)
    must(!is || brokenOf(is).length === 0, 'after a turn that ended well nothing earlier is broken')
  }

  /** No timer begins a turn that would be refused; a prompt that resumes a broken turn describes it correctly. */
  #written(frame: Frame, { before, after, now }: Pick<Commit, 'before' | 'after' | 'now'>): void {
    const was = before.agents.get(frame.agent)
    const is = after.agents.get(frame.agent)
    if (frame.phase !== 'written' || !was || !is || was.frames.some(({ id }) => id === frame.id)) return
    if (frame.prompt?.by === 'heartbeat') must(!isRefused(is), 'no timer fires into a refusal')
    if (frame.kind !== 'nudge' || frame.broke?.why !== 'error') return
    this.ledger.count(frame.isSeveral ? 'several tried again in one turn' : 'one tried again')
    must(
      frame.broke.retryAt !== null && frame.broke.retryAt <= now,
      'a broken turn is begun again when it is due',
    )
    const isLast = frame.failure?.turn === was.agent.turnNumber
    must(
      isLast !== (frame.failure?.isEarlier ?? false),
      'a prompt says whether the last turn was the broken one',
    )
  }
}

/** Whether the service refused its conversation permanently, so that timers wait. */
export const isRefused = (state: AgentState): boolean =>
  brokenOf(state).some(({ failure }) => isLasting(failure?.error))

function brokenOf({ frames }: AgentState): readonly Frame[] {
  return frames.filter(({ phase, broke }) => phase === 'unfinished' && broke?.why === 'error')
}

/** An interrupted agent resumes afterwards, once, unless the user decided otherwise. */
export class ResumeWatcher extends Watcher {
  readonly #since = new Map<FrameId, number>()

  committed(commit: Commit): void {
    const frames = commit.rows.filter((row) => row.table === 'frame')
    for (const { agent, outcome, frame } of this.ledger.ended)
      if (outcome === 'cut' && frame !== null) this.#cut(commit.after.agents.get(agent))
    for (const row of frames) if (row.row.broke?.why === 'interjected') this.#interrupted(row, frames, commit)
  }

  #cut(state: AgentState | undefined): void {
    const waits = state?.frames.some(
      ({ phase, broke }) => phase === 'unfinished' && broke?.why === 'interjected',
    )
    must(waits === true, 'what an interjection cut off waits to go on')
  }

  #interrupted({ row, open }: FrameRow, frames: readonly FrameRow[], { before, after, now }: Commit): void {
    if (row.kind === 'resume' && row.phase === 'started' && open) this.ledger.count('resumed')
    if (row.phase !== 'unfinished') return
    const was = before.agents.get(row.agent)?.frames.find(({ id }) => id === row.id)
    if (open && was?.phase !== 'unfinished') {
      this.ledger.count('interrupted')
      this.#since.set(row.id, now)
    }
    const is = after.agents.get(row.agent)
    if (open || !is) return
    const begun = frames.filter((other) => other.row.agent === row.agent && other.row.kind === 'resume')
    const goesOn = begun.some((other) => row.messages.every((id) => other.row.messages.includes(id)))
    const isEmpty = !is.mailbox.some(({ id }) => row.messages.includes(id))
    const handledAt = this.ledger.handled.get(row.agent) ?? -1
    const isByHand = handledAt >= (this.#since.get(row.id) ?? now)
    must(goesOn || isEmpty || isByHand || isMoot(row, after), 'who was interrupted goes on')
  }
}

/** The gathering that prompted it has moved on, so nobody waits for the answer. */
function isMoot({ chain }: FrameRow['row'], { gatherings }: State): boolean {
  const call = callIn(chain?.promptedBy)
  if (call === null) return false
  const g = gatherings.get(call.gathering)
  return call.kind === 'harvest' ? g?.stage !== 'harvesting' : g?.piece?.id !== call.pieceTurnId
}
