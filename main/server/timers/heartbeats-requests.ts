import type { HeartbeatView, HeartbeatId, Schedule } from '../../contract/timers/heartbeats.ts'
import { isPeerEvent, usualTrigger, type TriggerSettings } from '../../contract/timers/triggers.ts'
import { weekdays } from '../../contract/timers/schedules.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import type { Caller, RequestInput } from '../../contract/api/requests.ts'
import type { Command } from '../../core/step/events.ts'
import { heartbeatView } from '../links/link-views.ts'
import {
  answerTo,
  agentIdOf,
  findAgent,
  findReadable,
  readFolder,
  refused,
  type RequestContext,
} from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'
import { hashOf, isHookOf, newHookSecret } from './hooks.ts'
import { authorAndName } from '../links/links-requests.ts'

export function heartbeatHandlers(parts: RequestContext) {
  const { engine } = parts
  const give = async (command: Command): Promise<HeartbeatView> =>
    heartbeatView(engine.state, (await answerTo(parts, 'heartbeat', command)).heartbeat)
  return {
    'heartbeats.set': async (caller, input) => {
      const secret = newHookSecret()
      const command = setBy(parts, caller, input, hashOf(secret))
      const view = await give(command)
      // A repeated request returns the first timer, whose secret is no longer known.
      return isHookOf(engine.state, view.id, secret) ? { ...view, secret } : view
    },
    'heartbeats.list': (caller, { agent }) => {
      const only = agent === undefined ? null : agentIdOf(parts, agent)
      if (caller.kind === 'agent' && only !== null && only !== caller.id)
        throw refused(
          'not_allowed',
          'An agent sees only its own timers. get_session_data shows the state of another agent.',
        )
      const whose = caller.kind === 'agent' ? caller.id : only
      return [...engine.state.agents.values()]
        .filter(({ agent: { id } }) => whose === null || id === whose)
        .flatMap(({ heartbeats }) => heartbeats)
        .sort((a, b) => a.dueAt - b.dueAt)
        .map((one) => heartbeatView(engine.state, one))
    },
    'heartbeats.change': (caller, { id, action }) => {
      if (caller.kind === 'agent' && action !== 'keep')
        throw refused('not_allowed', 'An agent can keep or cancel its own timers. Only the user can do more.')
      return give({
        type: 'heartbeat.changed',
        heartbeat: id as HeartbeatId,
        by: authorAndName(parts, caller).by,
        action,
      })
    },
    'heartbeats.cancel': (caller, { id }) =>
      give({
        type: 'heartbeat.cancelled',
        heartbeat: id as HeartbeatId,
        by: authorAndName(parts, caller).by,
      }),
  } satisfies Partial<Handlers>
}

function setBy(
  parts: RequestContext,
  caller: Caller,
  input: RequestInput<'heartbeats.set'>,
  secretHash: string,
): Command {
  const { intent, note, inSeconds, at, idempotencyKey = null } = input
  if ([inSeconds, at, input.on].filter((one) => one !== undefined).length !== 1)
    throw refused(
      'bad_request',
      'Say when the timer fires, in one way: inSeconds, at (09:30) for a schedule, or on for an event.',
    )
  const trigger = triggerOf(input, secretHash)
  const agent = whose(parts, caller, input.agent)
  // A watch of a missing folder would only end the timer.
  if (trigger?.on.kind === 'files') readFolder(findAgent(parts, agent).state.agent.cwd)
  return {
    type: 'heartbeat.set',
    ...authorAndName(parts, caller),
    agent,
    intent,
    note,
    wait: Math.round((inSeconds ?? 0) * 1000),
    schedule: scheduleOf(input),
    ...(trigger ? { trigger } : {}),
    about: aboutOf(parts, caller, input.about),
    idempotencyKey,
  }
}

function scheduleOf({ at, days = [], zone }: RequestInput<'heartbeats.set'>): Schedule | null {
  if (at === undefined) return null
  const own = weekdays.filter((day) => days.includes(day))
  return { at, days: own, zone: zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone }
}

function triggerOf(
  { on: kind, glob, repeats = false, interval, perDay = usualTrigger.perDay }: RequestInput<'heartbeats.set'>,
  secretHash: string,
): TriggerSettings | null {
  if (kind === 'files' && glob === undefined)
    throw refused('bad_request', 'Say which files to watch (glob), such as src/**.')
  if (kind !== 'files' && glob !== undefined)
    throw refused('bad_request', 'Only the event "files" watches files: leave out glob.')
  if (kind === undefined) return null
  const on = isPeerEvent(kind)
    ? { kind }
    : kind === 'webhook'
      ? { kind, secretHash }
      : { kind, glob: glob ?? '' }
  const least = interval === undefined ? usualTrigger.interval : Math.round(interval * 1000)
  return { on, repeats, interval: least, perDay }
}

function whose(parts: RequestContext, caller: Caller, ref: string | undefined): AgentId {
  if (caller.kind === 'agent') {
    if (ref === undefined || agentIdOf(parts, ref) === caller.id) return caller.id
    throw refused('not_allowed', 'An agent sets its own timers. Write to the other what it should remember.')
  }
  if (ref === undefined) throw refused('bad_request', 'Say whose timer it is: agent.')
  return agentIdOf(parts, ref)
}

function aboutOf(parts: RequestContext, caller: Caller, ref: string | undefined): AgentId | MessageId | null {
  if (ref === undefined) return null
  if (ref.startsWith('msg-')) return findReadable(parts, caller, ref).id
  return agentIdOf(parts, ref)
}
