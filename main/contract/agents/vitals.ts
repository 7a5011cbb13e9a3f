/**
 * Signs that a process may not go on. `quiet`: in its turn it says nothing and uses no processor. `suspended`: the
 * system has stopped it, and it does nothing until it is told to go on.
 */
export type HealthWarningKind = 'quiet' | 'suspended'

/** A turn that is quiet for so long, in ms, is ended with its process and goes on, once. */
export const quietLimit = 30 * 60_000

/** Since when a process shows such a sign, in ms. */
export interface HealthWarning {
  readonly is: HealthWarningKind
  readonly since: number
}

/** Why a process does not go on, for callers of the API; empty where it does. */
export function healthReason(healthWarning: HealthWarning | null): string {
  return healthWarning === null ? '' : healthWarningReasons[healthWarning.is]
}

const healthWarningReasons: Readonly<Record<HealthWarningKind, string>> = {
  quiet: 'its process writes nothing and uses no CPU',
  suspended:
    'its process is suspended: it was stopped from outside (SIGSTOP), and resumes with “kill -CONT” or a restart',
}

/** What such a sign means, and what can be done, for a user. */
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
