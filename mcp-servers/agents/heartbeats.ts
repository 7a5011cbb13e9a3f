import { timerNoteLimit, timerSpan } from '../../main/contract/api/limits.ts'
import { peerEvents, triggerLimits } from '../../main/contract/timers/triggers.ts'
import { scheduleWords, weekdays } from '../../main/contract/timers/schedules.ts'
import type { HeartbeatReport } from '../../main/contract/api/reports.ts'
import { z } from 'zod'
import { agentName, presentFields, tool } from '../shared/tool.ts'

const words = z.string().min(1).max(timerNoteLimit)

export const setHeartbeat = tool({
  name: 'set_heartbeat',
  description:
    'Sets a timer: your note comes back as a prompt. Use it instead of polling or ' +
    'sleeping in a shell. Janus leads you back to what your user asked: set an anchor only for what ' +
    'you could forget in longer work.',
  input: {
    intent: z
      .enum(['anchor', 'check', 'wait', 'schedule'])
      .describe(
        'anchor: back to your work; repeats, and a new one replaces it. check: comes with the state of an agent. wait: comes ' +
          'with whether a reply has arrived. schedule: at a time of day',
      ),
    note: words.describe('Your words to yourself: what to do then, and where you were'),
    in_seconds: z.number().min(timerSpan.least).max(timerSpan.most).optional().describe('Not with schedule'),
    at: z.string().optional().describe('schedule: such as 09:30'),
    days: z.array(z.enum(weekdays)).optional().describe('schedule: repeats on these; else once'),
    about: agentName
      .optional()
      .describe('check: the agent. wait: that agent, or the message_id of your question'),
  },
  async call(ask, { in_seconds: inSeconds, ...beat }, call) {
    const set = await ask('heartbeats.set', { ...beat, inSeconds, idempotencyKey: call.key }, call)
    const hint = `${whenWords(set)} Go on or end your turn: it comes by itself. ${nextWords[beat.intent]}`
    return { fields: { ...beatFields(set), hint }, text: `${set.id}: ${beat.intent}. ${hint}` }
  },
})

const nextWords = {
  anchor: 'To end it, answer SILENT when it comes.',
  check: 'Leave that agent alone until then.',
  schedule: 'cancel_heartbeat ends it.',
  wait: 'Do not ask again until then.',
} as const

const trigger = {
  on: z
    .enum([...peerEvents, 'files'])
    .describe('The agent in about becomes idle, asks its user, finishes a task, breaks; or glob changes'),
  note: words,
  about: agentName.optional(),
  glob: z.string().max(triggerLimits.glob).optional().describe('In your folder: src/**'),
  repeats: z.boolean().optional().describe('Not only once'),
  min_seconds: z
    .number()
    .min(triggerLimits.interval.least)
    .max(triggerLimits.interval.most)
    .optional()
    .describe('Default 60'),
}

export const setTrigger = tool({
  name: 'set_trigger',
  description: 'Instead of polling: wakes you with your note when something happens.',
  isRare: true,
  input: trigger,
  async call(ask, { min_seconds: interval, ...event }, call) {
    const fields = { ...event, interval, intent: 'event', idempotencyKey: call.key } as const
    const set = await ask('heartbeats.set', fields, call)
    const hint = `${whenWords(set)} Go on or end your turn: do not poll. cancel_heartbeat ends it.`
    return { fields: { ...beatFields(set), hint }, text: `${set.id}: event. ${hint}` }
  },
})

export const listHeartbeats = tool({
  name: 'list_heartbeats',
  description: 'Lists your timers.',
  readOnly: true,
  isRare: true,
  input: {},
  async call(ask) {
    const all = await ask('heartbeats.list', {})
    const lines = all.map((one) => `- ${one.id}, ${one.intent}: ${one.note}\n  ${whenWords(one)}`)
    const hint = all.length === 0 ? 'You have no timers.' : 'Each comes by itself.'
    return { fields: { timers: all.map(beatFields), hint }, text: [...lines, hint].join('\n') }
  },
})

const timer = { timer_id: z.string().min(1).max(40).describe('hb-…') }
const oldNames = { heartbeat_id: 'timer_id' } as const

export const keepHeartbeat = tool({
  name: 'keep_heartbeat',
  description: 'Keeps a timer after a new task of your user: Janus asks you, and drops what you do not keep.',
  isRare: true,
  oldNames,
  input: timer,
  async call(ask, { timer_id: id }, call) {
    const kept = await ask('heartbeats.change', { id, action: 'keep' }, call)
    const hint = whenWords(kept)
    return { fields: { ...beatFields(kept), hint }, text: `${kept.id}: ${kept.state}. ${hint}` }
  },
})

export const cancelHeartbeat = tool({
  name: 'cancel_heartbeat',
  description: 'Cancels one of your timers.',
  isRare: true,
  oldNames,
  input: timer,
  async call(ask, { timer_id: id }, call) {
    const ended = await ask('heartbeats.cancel', { id }, call)
    const hint = 'It will not come.'
    return { fields: { ...beatFields(ended), hint }, text: `${ended.id}: ${ended.state}. ${hint}` }
  },
})

function beatFields(beat: HeartbeatReport) {
  const { id, intent, note, about, state, reason, schedule, trigger, firesAt, inSeconds, fired } = beat
  return {
    timer_id: id,
    intent,
    note,
    ...presentFields({ about, schedule: schedule === null ? '' : scheduleWords(schedule, null) }),
    ...(trigger === undefined ? {} : { trigger }),
    state,
    ...presentFields({ reason, fires_at: firesAt }),
    ...(inSeconds === null ? {} : { in_seconds: inSeconds }),
    ...(fired === 0 ? {} : { fired }),
  }
}

function whenWords({ state, reason, inSeconds, intent, schedule, trigger }: HeartbeatReport): string {
  const why = reason === '' ? '' : ` (${reason})`
  if (trigger !== undefined) return `It comes ${trigger}${why}.`
  if (inSeconds === null) return `It is ${state}${why}.`
  if (schedule !== null) return `It comes ${scheduleWords(schedule, null)}${why}.`
  return `It comes in ${String(Math.round(inSeconds))} s${intent === 'anchor' ? ', and again each time' : ''}${why}.`
}
