import type { AgentId } from '../../contract/api/model.ts'
import type { Gathering, SpeakingTurn } from '../../contract/gatherings/gatherings.ts'
import { settleRead } from '../turns/settle-messages.ts'
import { type Frame, isOfPieceTurn } from '../step/frames-and-turns.ts'
import type { Step } from '../step/step.ts'
import { isRemote } from '../step/peer-ids.ts'
import { withdrawQuestion } from './seats-away.ts'
import { mustSit } from './seats.ts'

/** Drops frames of a finished turn, so that they aren't resumed. */
export function dropPieceFrames(step: Step, g: Gathering, { id, number }: SpeakingTurn): void {
  const { agent } = mustSit(g, number)
  if (agent !== null && isRemote(agent)) return withdrawQuestion(step, agent, { id })
  if (agent === null || !step.find(agent)) return
  for (const frame of step.get(agent).frames) {
    if (frame.phase === 'unfinished' && isOfPieceTurn(frame, id)) dropFrame(step, frame)
  }
}

/** Drops a frame that nothing resumes. What it brought counts as read; questions in it stay open. */
export function dropFrame(step: Step, frame: Frame): void {
  step.frame(frame, false)
  settleRead(step, frame.agent, new Set(frame.messages), null, { kind: 'completed', text: '' })
}

/** Interrupts an agent's answer that its gathering no longer waits for. */
export function endPieceTurn(step: Step, agent: AgentId): void {
  const { run, haltedBy } = step.get(agent)
  step.set(agent, { haltedBy: haltedBy ?? 'gathering' })
  step.emit({ do: 'agent.interrupt', agent, run })
}
