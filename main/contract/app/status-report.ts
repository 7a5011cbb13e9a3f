import type { AppStatus, KindStatus } from '../api/views.ts'

/** How the app stands, for callers of the HTTP API. */
export interface StatusReport extends Pick<
  AppStatus,
  'version' | 'rehearsal' | 'shell' | 'stateFolder' | 'person' | 'notices'
> {
  /** Since when everything is stopped, in ISO 8601; null: it is not. */
  readonly stopped: string | null
  /** Of each kind of agents that was looked at: its program, and what is wrong with it. */
  readonly programs: readonly (Pick<KindStatus, 'kind' | 'path' | 'version' | 'login'> & {
    readonly problem: string | null
  })[]
}

/** Makes it of what windows are shown. */
export function statusReport(status: AppStatus): StatusReport {
  const { version, rehearsal, shell, stateFolder, person, notices, settings, kinds } = status
  return {
    version,
    rehearsal,
    shell,
    stateFolder,
    person,
    notices,
    stopped: settings.stopped,
    programs: kinds
      .filter(({ checkedAt }) => checkedAt !== null)
      .map((one) => ({
        kind: one.kind,
        path: one.path,
        version: one.version,
        login: one.login,
        problem: one.problem?.words ?? null,
      })),
  }
}
