import { timerNoteLimit, timerSpan } from '../../main/contract/limits.ts'
import { scheduleWords, weekdays } from '../../main/contract/schedules.ts'
import type { HeartbeatReport } from '../../main/contract/reports.ts'
import { z } from 'zod'
import { told } from '../shared/tool.ts'
import type { Beat } from './client.ts'
import type { Tool } from './tool.ts'

const setting = {
  intent: z
    .enum(['anchor', 'check', 'wait', 'schedule'])
    .describe(
      'anchor: back to your own work; comes again and again, and a new one takes its place. check: with the status of ' +
        'a peer attached: look only. wait: with whether an answer came. schedule: at its time',
    ),
  note: z
    .string()
    .min(1)
    .max(timerNoteLimit)
    .describe('Your words to yourself: what to do then, and where you were'),
  in_seconds: z
    .number()
    .min(timerSpan.least)
    .max(timerSpan.most)
    .optional()
    .describe('5 s to 7 days; not for a schedule'),
  at: z.string().optional().describe('schedule: as 09:30'),
  days: z.array(z.enum(weekdays)).optional().describe('schedule: without any it comes once'),
  about: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('check: the agent to look at. wait: that agent, or the msg-… of your question'),
}

/** Sets a timer that brings an agent its own note. */
export const setHeartbeat: Tool<typeof setting> = {
  name: 'set_heartbeat',
  description:
    'Sets a timer that puts your own note before you as a prompt, also if you are idle by then. Janus leads you back to ' +
    'what your user asked by itself: set an anchor only where you would forget something in the middle of longer work. ' +
    'Check or wait instead of asking again, polling or sleeping in a shell.',
  readOnly: false,
  input: setting,
  failed: {},
  async call(client, { intent, note, in_seconds: inSeconds, about, at, days }, call) {
    const beat: Beat = { intent, note, ...told({ inSeconds, about, at, days }) }
    const set = await client.setHeartbeat(beat, call)
    const hint = `${whenWords(set)} Go on or end your turn: it comes by itself. ${nextWords[intent]}`
    return { fields: { ...beatFields(set), hint }, text: `${set.id}: ${intent}. ${hint}` }
  },
}

const nextWords = {
  anchor: 'SILENT, when it comes, ends it.',
  check: 'Until then leave the peer alone.',
  schedule: 'cancel_heartbeat ends one that comes again.',
  wait: 'Until then do not ask again.',
} as const

/** Shows an agent its timers. */
export const listHeartbeats: Tool<Record<never, never>> = {
  name: 'list_heartbeats',
  description: 'Lists your timers and when each comes.',
  readOnly: true,
  input: {},
  failed: {},
  async call(client) {
    const all = await client.heartbeats()
    const lines = all.map((one) => `- ${one.id}, ${one.intent}: ${one.note}\n  ${whenWords(one)}`)
    const hint = all.length === 0 ? 'You have no timers.' : 'They come by themselves.'
    return { fields: { heartbeats: all.map(beatFields), hint }, text: [...lines, hint].join('\n') }
  },
}

const keeping = { heartbeat_id: z.string().min(1).max(40).describe('The hb-… of the timer') }

/** Says that a timer still holds with the user's newer task. */
export const keepHeartbeat: Tool<typeof keeping> = {
  name: 'keep_heartbeat',
  description:
    "Keeps a timer that still holds with your user's new task, when Janus asks; it goes on with what was left of its time.",
  readOnly: false,
  input: keeping,
  failed: {},
  async call(client, { heartbeat_id }, call) {
    const kept = await client.keepHeartbeat(heartbeat_id, call)
    const hint = whenWords(kept)
    return { fields: { ...beatFields(kept), hint }, text: `${kept.id}: ${kept.state}. ${hint}` }
  },
}

const cancelling = { heartbeat_id: z.string().min(1).max(40).describe('The hb-… of the timer') }

/** Ends a timer. */
export const cancelHeartbeat: Tool<typeof cancelling> = {
  name: 'cancel_heartbeat',
  description: 'Ends a timer of yours that is not needed any more.',
  readOnly: false,
  input: cancelling,
  failed: {},
  async call(client, { heartbeat_id }, call) {
    const ended = await client.cancelHeartbeat(heartbeat_id, call)
    const hint = 'It does not come any more.'
    return { fields: { ...beatFields(ended), hint }, text: `${ended.id}: ${ended.state}. ${hint}` }
  },
}

function beatFields(beat: HeartbeatReport) {
  const { id, intent, note, about, state, reason, schedule, firesAt, inSeconds, fired } = beat
  return {
    ...{ heartbeat_id: id, intent, note },
    ...told({ about, schedule: schedule === null ? '' : scheduleWords(schedule, null) }),
    state,
    ...told({ reason, fires_at: firesAt }),
    ...(inSeconds === null ? {} : { in_seconds: inSeconds }),
    ...(fired === 0 ? {} : { fired }),
  }
}

function whenWords({ state, reason, inSeconds, intent, schedule }: HeartbeatReport): string {
  const why = reason === '' ? '' : ` (${reason})`
  if (inSeconds === null) return `It is ${state}${why}.`
  if (schedule !== null) return `It comes ${scheduleWords(schedule, null)}${why}.`
  return `It comes in ${String(Math.round(inSeconds))} s${intent === 'anchor' ? ', and again each time' : ''}${why}.`
}
