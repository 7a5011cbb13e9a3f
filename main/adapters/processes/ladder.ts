import type { Clock, ProcessRecord } from '../../ports/ports.ts'
import { killTree, livingMembers, signal, startTime } from './system-processes.ts'

/** Each rung of the stop ladder, in ms: end of input, then SIGTERM, then SIGKILL. */
export const rung = 5000
/** How often it is looked whether all are gone, in ms. */
const glance = 25
/** After this long, in ms, the system itself does not let go of them. */
const patience = 30_000

/** Sends one signal to all that live of a group and of its marker; tells whether there were any. */
export function signalAll(group: number | null, marker: string, name: NodeJS.Signals): boolean {
  const living = livingMembers(group, marker)
  for (const pid of living) {
    if (process.platform === 'win32') killTree(pid)
    else signal(pid, name)
  }
  return living.length > 0
}

/**
 * Ends all that live of a group and of its marker: SIGTERM, and SIGKILL after `gentle` ms, or that at once. Resolves
 * when none is left.
 */
export function endAll(clock: Clock, group: number | null, marker: string, gentle = rung): Promise<void> {
  const began = clock.steady()
  return new Promise((resolve) => {
    const look = (): void => {
      const waited = clock.steady() - began
      const living = waited < gentle ? livingMembers(group, marker) : null
      const some = living === null ? signalAll(group, marker, 'SIGKILL') : living.length > 0
      if (!some || waited > patience) resolve()
      else clock.after(glance, look)
    }
    if (signalAll(group, marker, gentle > 0 ? 'SIGTERM' : 'SIGKILL')) clock.after(glance, look)
    else resolve()
  })
}

/**
 * Ends the groups of an earlier life whose pid and start time are still the same, and whatever else bears
 * the marker of this state folder.
 */
export async function endOrphans(
  clock: Clock,
  processes: readonly ProcessRecord[],
  marker: string,
): Promise<void> {
  const groups = processes.filter(
    ({ pid, startedAt }) => startedAt !== null && pid > 1 && startTime(pid) === startedAt,
  )
  await Promise.all([...groups.map(({ pid }) => endAll(clock, pid, marker)), endAll(clock, null, marker)])
}
