import { resumeAnswers } from './handlers/answers.ts'
import { overslept } from './gatherings/turn-clock.ts'
import type { Limits } from './step/state.ts'
import type { Step } from './step/step.ts'
import { interruptTurn } from './step/stopped.ts'
import { relimitAnchors } from './heartbeats/anchors.ts'
import type { Answer } from './step/events.ts'
import { resumeLinks } from './links/links.ts'

/** The user stops everything, or lets it go on: every turn that runs is to end, or all that waited is looked at. */
export function applyStop(step: Step, was: Limits): void {
  const { stopped } = step.limits
  if ((stopped === null) === (was.stopped === null)) return
  if (was.stopped !== null) overslept(step, step.now - was.stopped)
  resumeAnswers(step)
  for (const { id } of step.gatherings.values()) step.dirty.gathering(id)
  for (const { agent } of step.agents()) {
    step.dirty.agent(agent.id)
    if (stopped !== null) interruptTurn(step, step.get(agent.id))
  }
}

/** The user has set other limits; with links switched on again, what was kept back goes on. */
export function relimit(step: Step, limits: Limits): Answer {
  const was = step.limits
  // Since when all is stopped was told again where the clock was set back; the setting still says it in the old time.
  const stopped = limits.stopped === null ? null : (was.stopped ?? limits.stopped)
  step.limit({ ...limits, stopped })
  for (const { id } of step.gatherings.values()) step.dirty.gathering(id)
  // Who has been idle for longer than is allowed now is due already.
  if (limits.sleepAfter < was.sleepAfter) for (const { agent } of step.agents()) step.dirty.agent(agent.id)
  applyStop(step, was)
  if (was.anchors !== limits.anchors) relimitAnchors(step)
  resumeLinks(step)
  return { kind: 'done' }
}
