import type { AgentId, FrameId } from '../../contract/api/model.ts'
import { isLasting } from '../../contract/agents/service-errors.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import type { Frame } from '../../core/step/frames-and-turns.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'
import type { Row } from '../../core/step/effects.ts'
import { callIn } from '../../core/step/frames-and-turns.ts'

type FrameRow = Extract<Row, { table: 'frame' }>

/** A conversation has one broken turn at most, and none behind a turn that ended well. */
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

  /** No timer begins a turn that would be refused; one that takes up a broken turn says what is true of it. */
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

/** Whether the service has refused its conversation for good: no timer fires there. */
export const isRefused = (state: AgentState): boolean =>
  brokenOf(state).some(({ failure }) => isLasting(failure?.error))

function brokenOf({ frames }: AgentState): readonly Frame[] {
  return frames.filter(({ phase, broke }) => phase === 'unfinished' && broke?.why === 'error')
}

/** Who was interrupted goes on after that, once, unless the user said otherwise. */
export class ResumeWatcher extends Watcher {
  /** When each was interrupted. */
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

/** It was asked to speak in a circle that has gone on meanwhile: nobody waits for its answer any more. */
function isMoot({ chain }: FrameRow['row'], { gatherings }: State): boolean {
  const call = callIn(chain?.promptedBy)
  if (call === null) return false
  const g = gatherings.get(call.gathering)
  return call.kind === 'harvest' ? g?.stage !== 'harvesting' : g?.piece?.id !== call.pieceTurnId
}
