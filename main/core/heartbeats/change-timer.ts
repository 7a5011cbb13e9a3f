import type { Heartbeat } from '../../contract/timers/heartbeats.ts'
import type { Answer, EventOf } from '../step/events.ts'
import { refuse } from '../mail/mailbox.ts'
import type { Step } from '../step/step.ts'
import { isRepeated, rescheduled, waiting } from './schedules.ts'
import { anchorsInRow, isJanuss, whyRests } from './anchors.ts'
import { heartbeatAnswer, end, findHeartbeat, crowdedWords, isCrowded } from './heartbeats.ts'
import { rearmed, otherAnchor } from './stale-intents.ts'

/** ms that *+5 min* adds. */
const delayTime = 300_000

/** The user pauses, resumes, delays, skips or keeps a timer; its agent can only keep it. */
export function changeTimer(step: Step, { heartbeat: id, by, action }: EventOf<'heartbeat.changed'>): Answer {
  const found = findHeartbeat(step, id)
  if (!found || (by.kind === 'agent' && by.id !== found.agent))
    return refuse(
      'not_found',
      by.kind === 'agent'
        ? 'You have no such timer, or it has ended. Set a new one if you need it.'
        : 'That timer has ended.',
    )
  const isAsked = found.state === 'stale' || found.state === 'dropped'
  if (isAsked && (action === 'keep' || action === 'resume'))
    return keep(step, found, by.kind === 'agent' ? 'agent' : 'user')
  if (action === 'keep') return heartbeatAnswer(found)
  if (isAsked) return refuse('wrong_state', 'It was set before the newest task. Keep it first, or cancel it.')
  return byHand(step, found, action)
}

function byHand(
  step: Step,
  found: Heartbeat,
  action: Exclude<EventOf<'heartbeat.changed'>['action'], 'keep'>,
): Answer {
  const { state, dueAt, every, left } = found
  switch (action) {
    case 'pause':
      if (state !== 'armed' && state !== 'waiting') return refuse('wrong_state', 'It does not run.')
      return put(step, found, {
        state: 'paused',
        reason: { kind: 'paused' },
        left: Math.max(0, dueAt - step.now),
      })
    case 'resume':
      return resume(step, found)
    case 'delay':
      if (found.trigger && state !== 'armed')
        return refuse('wrong_state', 'It waits for its event, not for a time.')
      if (state === 'paused' && found.schedule !== null)
        return refuse('wrong_state', 'It comes at its time of day again once it goes on.')
      if (state === 'paused') return put(step, found, { left: (left ?? 0) + delayTime })
      if (state !== 'armed') return refuse('wrong_state', 'It does not run.')
      return put(step, found, {
        dueAt: Math.max(step.now, dueAt) + delayTime,
        reason: { kind: 'delayed' },
      })
    case 'skip':
      if (found.trigger?.repeats)
        return put(step, found, { ...waiting, reason: { kind: 'skipped', once: true } })
      if (isRepeated(found))
        return put(step, found, {
          ...rescheduled(found, Math.max(step.now, dueAt)),
          reason: { kind: 'skipped', once: true },
        })
      if (found.intent !== 'anchor')
        return heartbeatAnswer(end(step, found, 'cancelled', { kind: 'skipped', once: false }))
      return put(step, found, {
        dueAt: Math.max(step.now, dueAt) + every,
        reason: { kind: 'skipped', once: true },
      })
  }
}

function keep(step: Step, found: Heartbeat, by: 'agent' | 'user'): Answer {
  const state = step.get(found.agent)
  if (found.state === 'dropped' && isCrowded(state, found.intent, found.set.by))
    return refuse('wrong_state', crowdedWords(found.set.by))
  const other = otherAnchor(state, found)
  if (other) end(step, other, 'replaced', { kind: 'replaced' })
  const back = rearmed(step, state, found)
  const isPlain = back.reason === null || back.reason.kind === 'awaits'
  const heartbeat = isPlain ? { ...back, reason: { kind: 'kept', by } as const } : back
  step.heartbeat(heartbeat)
  return heartbeatAnswer(heartbeat)
}

function resume(step: Step, found: Heartbeat): Answer {
  const armed = { state: 'armed', reason: null, left: null } as const
  switch (found.state) {
    case 'paused':
      if (found.trigger) return put(step, found, waiting)
      if (found.schedule !== null) return put(step, found, { ...rescheduled(found, step.now), ...armed })
      return put(step, found, { ...armed, dueAt: step.now + (found.left ?? 0), ...restOf(step, found) })
    case 'resting':
      return wakeAnchor(step, found)
    case 'held':
      step.agent(found.agent, { beatsInRow: 0 })
      return put(step, found, { ...armed, ...restOf(step, found) })
    default:
      return refuse('wrong_state', 'It runs already.')
  }
}

function restOf(step: Step, found: Heartbeat): Partial<Heartbeat> {
  const reason = isJanuss(found) ? whyRests(step, found.agent) : null
  return reason ? { state: 'resting', reason } : {}
}

/** Arms an anchor although it has fired twice in a row. */
function wakeAnchor(step: Step, found: Heartbeat): Answer {
  if (isJanuss(found)) {
    const { anchorsInRow: row } = step.get(found.agent).agent
    step.agent(found.agent, { anchorsInRow: Math.min(row, anchorsInRow - 1) })
    if (whyRests(step, found.agent)?.kind === 'nothingOpen')
      return refuse(
        'wrong_state',
        'Nothing is open between this agent and a peer. Janus arms its anchor again when something is; to wake the agent, set a timer for it.',
      )
  }
  return put(step, found, { state: 'armed', reason: null, left: null, dueAt: step.now + found.every })
}

function put(step: Step, found: Heartbeat, patch: Partial<Heartbeat>): Answer {
  const stateAt = patch.state ? step.now : found.stateAt
  const heartbeat = { ...found, ...patch, stateAt }
  step.heartbeat(heartbeat)
  return heartbeatAnswer(heartbeat)
}
