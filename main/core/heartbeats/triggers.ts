import type { AgentId } from '../../contract/api/model.ts'
import type { Heartbeat } from '../../contract/timers/heartbeats.ts'
import type { PeerEvent, Trigger, TriggerEvent } from '../../contract/timers/triggers.ts'
import { isPeerEvent } from '../../contract/timers/triggers.ts'
import type { Answer, EventOf } from '../step/events.ts'
import type { Facts } from '../step/facts.ts'
import { refuse } from '../mail/mailbox.ts'
import { needsOf, statusOf } from '../step/status.ts'
import type { AgentState } from '../step/state.ts'
import { waiting } from './schedules.ts'
import type { Step } from '../step/step.ts'

const day = 86_400_000

type TriggerSet = Pick<EventOf<'heartbeat.set'>, 'intent' | 'by' | 'about' | 'trigger'>

export function triggerProblem({ intent, by, about, trigger }: TriggerSet): Answer | null {
  if ((intent === 'event') !== (trigger !== undefined))
    return refuse(
      'bad_request',
      'A timer of the kind "event" needs an event (on), and no other kind has one.',
    )
  if (!trigger) return null
  const { kind } = trigger.on
  if (isPeerEvent(kind) && about?.startsWith('agt-') !== true)
    return refuse('bad_request', `Say which agent to watch for "${kind}" (about).`)
  if (!isPeerEvent(kind) && about !== null)
    return refuse('bad_request', `The event "${kind}" watches no agent: leave out about.`)
  if (kind === 'webhook' && by.kind !== 'user')
    return refuse('not_allowed', 'Only the user sets a webhook. Watch a peer, or files in your folder.')
  return null
}

/**
 * A trigger's event happened: it fires as soon as its limits allow. Further events until then count as one.
 */
export function onTriggerEvent(
  step: Step,
  { agent, heartbeat: id, event }: EventOf<'trigger.happened'>,
): Answer {
  const found = step.find(agent)?.heartbeats.find((one) => one.id === id)
  if (!found?.trigger) return refuse('not_found', 'There is no such trigger.')
  if (event.kind === 'folderGone' || event.kind === 'unwatched') return discard(step, found, event)
  // An agent's own changes don't fire its trigger, or it would never come to rest.
  const isOwn = event.kind === 'files' && step.get(agent).turn !== null
  return { kind: 'heartbeat', heartbeat: isOwn ? found : arm(step, found, event) }
}

function discard(step: Step, found: Heartbeat, event: TriggerEvent): Answer {
  const reason = { kind: 'event', event } as const
  const heartbeat: Heartbeat = { ...found, state: 'discarded', stateAt: step.now, reason }
  step.heartbeat(heartbeat)
  step.note(found.agent, { kind: 'timerDiscarded', note: found.note, deleted: null, event })
  return { kind: 'heartbeat', heartbeat }
}

function arm(step: Step, found: Heartbeat, event: TriggerEvent): Heartbeat {
  if (found.state !== 'waiting' || !found.trigger) return found
  const dueAt = nextFiringTime(found.trigger, step.now)
  const reason = { kind: 'event', event } as const
  const armed = {
    ...found,
    trigger: { ...found.trigger, event },
    state: 'armed',
    stateAt: step.now,
    dueAt,
    every: dueAt - step.now,
    reason,
  } as const
  step.heartbeat(armed)
  return armed
}

/** When a trigger may fire next, in ms. */
export function nextFiringTime({ interval, perDay, lastAt, day: of }: Trigger, now: number): number {
  const isFull = of !== null && of.count >= perDay
  return Math.max(now, lastAt === null ? now : lastAt + interval, isFull ? of.startedAt + day : now)
}

/** After firing a trigger waits again or ends; the reason stays until something else happens. */
export function firedTrigger(step: Step, beat: Heartbeat, trigger: Trigger): Heartbeat {
  const { now } = step
  const isSameDay = trigger.day !== null && now < trigger.day.startedAt + day
  const counted = isSameDay ? { ...trigger.day, count: trigger.day.count + 1 } : { startedAt: now, count: 1 }
  const state = trigger.repeats ? 'waiting' : 'fired'
  const reason = trigger.event ? ({ kind: 'event', event: trigger.event } as const) : waiting.reason
  return { ...beat, state, reason, trigger: { ...trigger, lastAt: now, day: counted } }
}

/** Which change of a peer's state is which event; a finished task is a fact instead. */
export const peerEventTests: Readonly<
  Record<Exclude<PeerEvent, 'finishes'>, (was: AgentState, is: AgentState) => boolean>
> = {
  idle: (was, is) => was.agent.status === 'working' && ['idle', 'asleep'].includes(statusOf(is)),
  asks: (was, is) => needsOf(was) === null && needsOf(is) !== null,
  breaks: (was, is) => !hasFailed(was) && hasFailed(is),
}

/** Its process can't run, or an error ended its turn without an automatic retry. */
const hasFailed = (state: AgentState): boolean =>
  statusOf(state) === 'failed' ||
  state.frames.some(({ broke }) => broke?.why === 'error' && broke.retryAt === null)

/** Arms triggers that watch agents changed by this step; returns whether there was one. */
export function watchPeers(step: Step): boolean {
  let isAny = false
  for (const id of step.dirty.agents()) {
    const [was, is] = [step.before(id), step.get(id)]
    if (!was || was === is) continue
    const seen = (Object.keys(peerEventTests) as (keyof typeof peerEventTests)[]).filter((kind) =>
      peerEventTests[kind](was, is),
    )
    for (const one of seen.length === 0 ? [] : watching(step, id)) {
      const kind = seen.find((sign) => sign === one.trigger?.on.kind)
      if (kind && arm(step, one, { kind, name: is.agent.name }) !== one) isAny = true
    }
  }
  return isAny
}

function watching(step: Step, peer: AgentId): readonly Heartbeat[] {
  return step
    .agents()
    .flatMap(({ heartbeats }) => heartbeats.filter(({ about, trigger }) => trigger && about === peer))
}

export function onTaskFinished(
  step: Step,
  { agent, task: { id, title, result } }: Facts['task.finished'],
): void {
  const { name } = step.get(agent).agent
  for (const one of watching(step, agent))
    if (one.trigger?.on.kind === 'finishes')
      arm(step, one, { kind: 'finishes', name, task: id, title, result })
}
