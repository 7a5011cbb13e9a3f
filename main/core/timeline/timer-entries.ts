import type { Heartbeat } from '../../contract/timers/heartbeats.ts'
import type { TimelineEntry, TimerDid } from '../../contract/history/timeline-entries.ts'
import type { Actor } from '../../contract/api/model.ts'
import { isTimerRunning } from '../../contract/timers/timer-words.ts'
import { agentNamed, janusActor, timelineEntryOf, userActor, type FinishedStep } from './timeline-entry.ts'

/** Timers that were set, fired, moved or ended. The cost of their turns is looked up later. */
export function timerEntries(done: FinishedStep): readonly TimelineEntry[] {
  return done.rows.flatMap((row) => {
    if (row.table !== 'heartbeat' || !done.after.agents.has(row.row.agent)) return []
    const before = done.before.agents.get(row.row.agent)?.heartbeats.find(({ id }) => id === row.row.id)
    const did = whatOf(before, row.row)
    return did === null ? [] : [timerEntry(done, row.row, did, before?.state)]
  })
}

function whatOf(before: Heartbeat | undefined, now: Heartbeat): TimerDid | null {
  // A fired timer that was never read is asked about again.
  if (!before) return now.fired > 0 && now.state === 'stale' ? 'stale' : 'set'
  if (now.fired > before.fired) return 'fired'
  if (isAsked(before) && !isAsked(now) && isTimerRunning(now.state)) return 'kept'
  if (now.state !== before.state) return now.state
  // An anchor is re-armed with each turn of the user; only moves with a reason are reported.
  const isMoved = now.dueAt !== before.dueAt || now.left !== before.left
  return isMoved && now.state !== 'resting' && now.reason !== null ? 'moved' : null
}

/** Set before the user's newest task, and not finally decided. */
const isAsked = ({ state }: Heartbeat): boolean => state === 'stale' || state === 'dropped'

function timerEntry(
  done: FinishedStep,
  timer: Heartbeat,
  did: TimerDid,
  was: Heartbeat['state'] | undefined,
): TimelineEntry {
  const { id, agent, intent, note, reason, dueAt, about } = timer
  const own = agentNamed(done, agent)
  const { turnNumber = 0, entryCount = 0 } = done.after.agents.get(agent)?.agent ?? {}
  const aboutAgent = about?.startsWith('agt-') === true ? [about as Heartbeat['agent']] : []
  return timelineEntryOf(done, {
    id: `${id} ${did} ${done.now}`,
    owner: agent,
    from: byWhom(timer, did, own, was === 'paused' || was === 'held'),
    to: [own],
    agents: aboutAgent,
    text: note,
    // The agent is idle, so the timer's prompt will be its next row.
    row: did === 'fired' ? { agent, n: entryCount + 1 } : null,
    fact: { kind: 'timer', did, heartbeat: id, intent, reason, dueAt, turn: turnNumber },
  })
}

function byWhom({ set, reason }: Heartbeat, did: TimerDid, own: Actor, wasStill: boolean): Actor {
  if (did === 'set') return { by: set.by, name: set.name }
  switch (reason?.kind) {
    case 'paused':
    case 'delayed':
    case 'skipped':
      return userActor
    case 'kept':
    case 'cancelled':
      return reason.by === 'agent' ? own : userActor
    default:
      // Paused and held timers are resumed by the user; a resting anchor is armed by Janus.
      return did === 'armed' && wasStill ? userActor : janusActor
  }
}
