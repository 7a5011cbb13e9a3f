import { callIn } from '../../core/step/frames-and-turns.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import { interrupts, priorities } from '../../contract/mail/priorities.ts'
import type { AgentState } from '../../core/step/state.ts'
import { isAbsorbed, isUnread, writtenIn, type Commit, type Written } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

const minute = 60_000

/** Whether the user wrote in its tab so lately that nobody else may begin there. */
export function isComposing({ typing: composed }: AgentState, now: number): boolean {
  return (
    composed !== null &&
    composed.sent !== true &&
    now < composed.at + (composed.draft ? 2 * minute : minute / 2)
  )
}

/** Whether a turn that runs is the user's, or they are writing to it. */
export function isConversing({ turn, typing: composed }: AgentState, now: number): boolean {
  return turn?.origin === 'user' || (composed !== null && now < composed.at + minute / 2)
}

/** The user's own, or put first by their hand. */
export function isByUser({ from, now, ahead }: Message): boolean {
  return from.kind === 'user' || now || ahead === 'hand'
}

/** What may be written to a process, and when: none comes at the wrong moment. */
export class FrameWatcher extends Watcher {
  readonly #interjected = new Map<AgentId, number>()

  committed(commit: Commit): void {
    for (const written of writtenIn(commit)) this.#written(written, commit)
    for (const state of commit.after.agents.values()) {
      const unread = state.frames.filter(isUnread)
      const begins = unread.filter(({ how }) => how === 'begin' || how === 'note').length
      must(
        begins <= 1 && unread.length <= 2,
        'at most one frame that begins, and one behind it, are on their way',
      )
    }
  }

  /** What interjected before is not known any more. */
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
    // What was broken off goes on: that is no other's word.
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
      // Who lets every peer interject has given that word.
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
