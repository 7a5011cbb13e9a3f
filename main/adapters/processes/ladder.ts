import type { Clock, ProcessRecord } from '../../ports/ports.ts'
import { killTree, livingMembers, signal, startTime } from './system-processes.ts'

/** Milliseconds between end of input, SIGTERM and SIGKILL. */
export const stopDelay = 5000
/** Milliseconds between checks. */
const glance = 25
/** Milliseconds after which the system itself must be holding the processes. */
const patience = 30_000

/** Signals all processes of a group or with the marker; returns whether there were any. */
export function signalAll(group: number | null, marker: string, name: NodeJS.Signals): boolean {
  const living = livingMembers(group, marker)
  for (const pid of living) {
    if (process.platform === 'win32') killTree(pid)
    else signal(pid, name)
  }
  return living.length > 0
}

/**
 * Ends all processes of a group or with the marker: SIGTERM, then SIGKILL after `gentle` milliseconds (0:
 * immediately). Resolves when none is left, or after `patience`.
 */
export function endAll(
  clock: Clock,
  group: number | null,
  marker: string,
  gentle = stopDelay,
): Promise<void> {
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
 * Ends groups of an earlier run of the app if pid and start time still match, and every process with the
 * marker of this state folder.
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
