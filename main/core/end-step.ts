import type { AgentId } from '../contract/api/model.ts'
import { extensions } from './extensions.ts'
import { lapse } from './agents/tab-proposals.ts'
import { showNotices } from './agents/user-notices.ts'
import { restartQuiet } from './step/silence.ts'
import { sleepWhenCrowded } from './agents/sleep.ts'
import { advance } from './delivery/delivery.ts'
import { cardTime, situationOf, timingOf } from './turns/timing.ts'
import { queueOf } from './mail/queue.ts'
import { tendAll } from './gatherings/tick.ts'
import { tendAnchor } from './heartbeats/anchors.ts'
import { fallDue } from './heartbeats/heartbeats.ts'
import { watchPeers } from './heartbeats/triggers.ts'
import { forgetDropped } from './heartbeats/stale-intents.ts'
import { absorbCappedCrossings } from './links/backlog.ts'
import { expire } from './mail/tickets.ts'
import type { AgentState } from './step/state.ts'
import type { Step } from './step/step.ts'
import { timelineRows } from './timeline/timeline-rows.ts'
import type { Update } from './update.ts'

/**
 * Ends a step, in this order: gatherings do what is due and so request prompts; every marked agent does its
 * next action, which may mark others; agents above the limit go to sleep; other machines get what changed;
 * the timeline gets its rows.
 */
export function endStep(step: Step): Pick<Update, 'state' | 'rows' | 'effects'> {
  tendAll(step)
  for (const { before } of extensions) before?.(step)
  decideAll(step)
  // Triggers that watch other agents fire in the same step.
  if (watchPeers(step)) decideAll(step)
  for (const id of step.dirty.exchanging()) tendAnchor(step, id)
  sleepWhenCrowded(step)
  for (const { after } of extensions) after?.(step)
  const done = step.finish()
  return { state: done.after, rows: [...done.rows, ...timelineRows(done)], effects: done.effects }
}

/**
 * Repeats for agents that others changed. Questions expire first: an agent that is told of it must not go to
 * sleep before.
 */
function decideAll(step: Step): void {
  step.dirty.eachAgent((id) => expire(step, id))
  const decided = new Map<AgentId, AgentState>()
  let isOver = false
  while (!isOver) {
    isOver = true
    step.dirty.eachAgent((id) => {
      if (decided.get(id) === step.get(id)) return
      decideNext(step, id)
      decided.set(id, step.get(id))
      isOver = false
    })
  }
}

function decideNext(step: Step, id: AgentId): void {
  expire(step, id)
  lapse(step, id)
  showNotices(step, id)
  for (const { tend } of extensions) tend?.(step, id)
  absorbCappedCrossings(step, id)
  tendAnchor(step, id)
  forgetDropped(step, id)
  fallDue(step, id)
  restartQuiet(step, id)
  askUser(step, step.get(id))
  advance(step, step.get(id))
}

/** Asks the user once about urgent mail that would interrupt them; no answer counts as *Later*. */
function askUser(step: Step, state: AgentState): void {
  const situation = situationOf(state, step.now)
  for (const message of queueOf(state.mailbox)) {
    const { card } = message
    if (card && !card.later && step.now >= card.at + cardTime)
      step.message({ ...message, card: { ...card, later: true }, reason: { kind: 'cardOver' } }, true)
    if (card === null && timingOf(state, message, step.now, step.limits, situation) === 'card')
      step.message({ ...message, card: { at: step.now, later: false } }, true)
  }
}
