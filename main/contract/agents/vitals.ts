/**
 * `quiet`: during its turn it writes nothing and uses no CPU. `suspended`: the system has stopped it until it
 * is continued.
 */
export type HealthWarningKind = 'quiet' | 'suspended'

/** Milliseconds after which a quiet turn's process is restarted and the turn continued, once. */
export const quietLimit = 30 * 60_000

/** `since`: milliseconds. */
export interface HealthWarning {
  readonly is: HealthWarningKind
  readonly since: number
}

/** For callers of the API; empty without a warning. */
export function healthReason(healthWarning: HealthWarning | null): string {
  return healthWarning === null ? '' : healthWarningReasons[healthWarning.is]
}

const healthWarningReasons: Readonly<Record<HealthWarningKind, string>> = {
  quiet: 'its process writes nothing and uses no CPU',
  suspended:
    'its process is suspended: it was stopped from outside (SIGSTOP), and resumes with “kill -CONT” or a restart',
}

/** For the user: what it means, and what to do. */
export const healthWarningWords: Readonly<
  Record<HealthWarningKind, { readonly title: string; readonly about: string }>
> = {
  quiet: {
    title: 'Not responding',
    about:
      'Its process writes nothing and uses no CPU. It may be waiting for something. After half an hour Janus restarts it, once, and its turn continues.',
  },
  suspended: {
    title: 'Suspended',
    about:
      'Its process was stopped from outside (SIGSTOP). It resumes with “kill -CONT” or a restart; what waits is kept.',
  },
}
