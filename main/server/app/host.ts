import type { RestartTime, UpdateState } from '../../contract/app/updates.ts'

/** What the window's surroundings can do; each app has its own. */
export interface Host {
  readonly kind: 'web' | 'desktop'
  /** The system's dialog; null when the user cancels. Absent where there is none. */
  readonly chooseFolder?: () => Promise<string | null>
  /** The same for a file to write; `name` is the suggestion, and overwriting has been confirmed. */
  readonly chooseFile?: (name: string) => Promise<string | null>
  /** In the user's browser; the address has been checked already. */
  readonly openPage?: (url: string) => Promise<void>
  /** Absent where a browser does it. */
  readonly toFront?: () => Promise<void>
  /**
   * Starts the demo beside this app, or leaves it; returns the other window's address, or null when this
   * window navigates there.
   */
  readonly rehearse?: () => Promise<string | null>
  /** Restarts Janus; windows reconnect by themselves. Must not be awaited. */
  readonly restart?: () => Promise<void>
  /** Absent when nobody publishes updates of this Janus. */
  readonly updates?: HostUpdates
}

export interface HostUpdates {
  state(): UpdateState
  /** Returns a function that unsubscribes. */
  follow(listener: () => void): () => void
  /** Resolves when it is known whether there is a newer version. */
  check(): Promise<UpdateState>
  restart(when: RestartTime): Promise<UpdateState>
}
