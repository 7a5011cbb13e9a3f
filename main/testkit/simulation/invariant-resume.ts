import type { FrameId } from '../../contract/api/model.ts'
import type { Row } from '../../core/step/effects.ts'
import { callIn } from '../../core/step/frames-and-turns.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

type FrameRow = Extract<Row, { table: 'frame' }>

/** Who was interrupted goes on after that, once, unless the person said otherwise. */
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
  return call.kind === 'harvest' ? g?.stage !== 'harvesting' : g?.piece?.id !== call.grant
}
