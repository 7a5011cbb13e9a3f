import type { Refusal } from '../../contract/api/errors.ts'
import type { FeedEvent } from '../../contract/api/feed.ts'
import type { RestartTime, UpdateState } from '../../contract/app/updates.ts'
import type { Origin } from '../shared/user-environment.ts'

/** What the core's process is started with. */
export interface CoreOptions {
  readonly folder: string
  /** The folder in which the user started the app; null: they started it in none, as from a dock. */
  readonly startedIn: string | null
  readonly port: number
  readonly rehearse: boolean
  /** Whether a rehearsal can be begun beside it, or this one ended. */
  readonly canRehearse: boolean
  readonly origin: Origin
  /** How the search for updates stands; null: nobody publishes any. */
  readonly update: UpdateState | null
  /** Pid of the window's process, the app's first one. */
  readonly root: number
  /** Not its first start: the one before broke down. */
  readonly again: boolean
}

/** An answer to a request of the window: refusals are values, since an error loses its fields on the way. */
export type CoreReply = { readonly answer: unknown } | { readonly error: Refusal }

/** What only the window's process can do for the core. */
export type HostCall =
  | { readonly method: 'chooseFolder' }
  | { readonly method: 'chooseFile'; readonly name: string }
  | { readonly method: 'openPage'; readonly address: string }
  | { readonly method: 'rehearse' }
  /** Its own process again, in order. */
  | { readonly method: 'restart' }
  | { readonly method: 'toFront' }
  | { readonly method: 'checkForUpdates' }
  | { readonly method: 'restartToUpdate'; readonly when: RestartTime }

/** What the desktop shows of all agents together. */
export interface Summary {
  /** How many agents and gatherings wait for the user. */
  readonly waiting: number
  readonly theme: 'system' | 'light' | 'dark'
  /** The user's own keys, by action of the page. */
  readonly keys: Readonly<Record<string, readonly string[]>>
  /** Names of the agents in the middle of a turn. */
  readonly busy: readonly string[]
  readonly checkForUpdates: boolean
}

/** What the window's process tells the core. */
export type ToCore =
  | { readonly kind: 'start'; readonly options: CoreOptions }
  | { readonly kind: 'request'; readonly id: number; readonly request: string; readonly input: unknown }
  | { readonly kind: 'subscribe'; readonly id: number }
  | { readonly kind: 'unsubscribe'; readonly id: number }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: CoreReply }
  /** The machine has slept and is awake again. */
  | { readonly kind: 'awake' }
  | { readonly kind: 'update'; readonly state: UpdateState }
  | { readonly kind: 'close' }
  | { readonly kind: 'abort' }

/** What the core tells the window's process. */
export type FromCore =
  | { readonly kind: 'started'; readonly apiUrl: string }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: CoreReply }
  | { readonly kind: 'event'; readonly id: number; readonly event: FeedEvent }
  | { readonly kind: 'summary'; readonly summary: Summary }
  | { readonly kind: 'call'; readonly id: number; readonly call: HostCall }
  | { readonly kind: 'log'; readonly line: string }

/** The core's end of the way between the two processes. */
export interface CorePort {
  post(message: FromCore): void
  hear(listener: (message: ToCore) => void): void
}
