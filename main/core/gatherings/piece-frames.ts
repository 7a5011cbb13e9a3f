import type { AgentId } from '../../contract/model.ts'
import type { Gathering, SpeakingTurnId, PieceCall, SpeakingTurn } from '../../contract/gatherings.ts'
import { settleRead } from '../delivery/settle-messages.ts'
import type { Prompter, OwnPrompt, Frame } from '../frames-and-turns.ts'
import type { Step } from '../step.ts'
import { houseOf } from '../away/peer-ids.ts'
import { takeAskBack } from './seats-away.ts'
import { mustSit } from './seats.ts'

/** What was broken off, or never read, of a turn that is over is not taken up again. */
export function forget(step: Step, g: Gathering, { id, number }: SpeakingTurn): void {
  const { agent } = mustSit(g, number)
  if (agent !== null && houseOf(agent) !== null) return takeAskBack(step, agent, { id })
  if (agent === null || !step.find(agent)) return
  for (const frame of step.get(agent).frames) {
    if (frame.phase === 'unfinished' && isOfGrant(frame, id)) dropFrame(step, frame)
  }
}

/** What a gathering asks with it; null: a timer asks, or nobody. */
export function callIn(by: Prompter | OwnPrompt | null | undefined): PieceCall | null {
  return by?.by === 'gathering' ? by.call : null
}

/** What a frame puts, or takes up again, for a gathering; null: nothing. */
export function callOf({ prompt, chain }: Pick<Frame, 'prompt' | 'chain'>): PieceCall | null {
  return callIn(prompt) ?? callIn(chain?.promptedBy)
}

/** Whether a frame puts or takes up what a grant, or the harvest (`grant` null), asks. */
export function isOfGrant(frame: Frame, grant: SpeakingTurnId | null): boolean {
  return callOf(frame)?.grant === grant
}

/** Takes back what nothing goes on with; what it had brought was read: a question in it stays open. */
export function dropFrame(step: Step, frame: Frame): void {
  step.frame(frame, false)
  settleRead(step, frame.agent, new Set(frame.messages), null, { kind: 'completed', text: '' })
}

/** Ends the turn in which an agent answers its gathering: nobody there waits for it any longer. */
export function halt(step: Step, agent: AgentId): void {
  const { run, haltedBy } = step.get(agent)
  step.set(agent, { haltedBy: haltedBy ?? 'gathering' })
  step.emit({ do: 'agent.interrupt', agent, run })
}
