import type { RestartTime, UpdateState } from '../../contract/app/updates.ts'

/** What the surroundings of the window can do; each shell has its own. */
export interface Host {
  readonly kind: 'web' | 'desktop'
  /** The system's dialog; null when the user chose nothing. Absent where there is none. */
  readonly chooseFolder?: () => Promise<string | null>
  /** The same for a file to write, which is called so at first; it has asked about one that is there. */
  readonly chooseFile?: (name: string) => Promise<string | null>
  /** Opens a page in the user's browser; the address has been judged already. */
  readonly openPage?: (url: string) => Promise<void>
  /** Brings the window before all others. Absent where a browser does it. */
  readonly toFront?: () => Promise<void>
  /**
   * Starts the rehearsal beside this app, or goes back from it; the address of that window, or null when this
   * window goes there.
   */
  readonly rehearse?: () => Promise<string | null>
  /** Ends Janus and starts it again in its place; windows follow by themselves. Nobody waits for it. */
  readonly restart?: () => Promise<void>
  /** Absent where nobody publishes newer versions of this Janus. */
  readonly updates?: HostUpdates
}

/** What looks for newer versions, outside of the core. */
export interface HostUpdates {
  state(): UpdateState
  /** Calls back at each change; the answer ends it. */
  follow(listener: () => void): () => void
  /** Resolves when it is known whether there is one. */
  check(): Promise<UpdateState>
  restart(when: RestartTime): Promise<UpdateState>
}
