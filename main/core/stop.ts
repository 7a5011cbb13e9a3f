import { resumeAnswers } from './handlers/answers.ts'
import { excludeSleep } from './gatherings/turn-clock.ts'
import type { Limits } from './step/state.ts'
import type { Step } from './step/step.ts'
import { interruptTurn } from './step/stopped.ts'
import { relimitAnchors } from './heartbeats/anchors.ts'
import type { Answer } from './step/events.ts'
import { resumeLinks } from './links/links.ts'

/** *Stop all*, or its end: interrupts every turn, or checks everything that waited. */
export function applyStop(step: Step, was: Limits): void {
  const { stopped } = step.limits
  if ((stopped === null) === (was.stopped === null)) return
  if (was.stopped !== null) excludeSleep(step, step.now - was.stopped)
  resumeAnswers(step)
  for (const { id } of step.gatherings.values()) step.dirty.gathering(id)
  for (const { agent } of step.agents()) {
    step.dirty.agent(agent.id)
    if (stopped !== null) interruptTurn(step, step.get(agent.id))
  }
}

export function relimit(step: Step, limits: Limits): Answer {
  const was = step.limits
  // The state's time was shifted when the clock was set back; the setting still has the old one.
  const stopped = limits.stopped === null ? null : (was.stopped ?? limits.stopped)
  step.limit({ ...limits, stopped })
  for (const { id } of step.gatherings.values()) step.dirty.gathering(id)
  // A shorter idle time may be over already.
  if (limits.sleepAfter < was.sleepAfter) for (const { agent } of step.agents()) step.dirty.agent(agent.id)
  applyStop(step, was)
  if (was.anchors !== limits.anchors) relimitAnchors(step)
  resumeLinks(step)
  return { kind: 'done' }
}
