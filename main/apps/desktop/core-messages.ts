import type { Refusal } from '../../contract/api/errors.ts'
import type { FeedEvent } from '../../contract/api/feed.ts'
import type { RestartTime, UpdateState } from '../../contract/app/updates.ts'
import type { Origin } from '../shared/user-environment.ts'

export interface CoreOptions {
  readonly folder: string
  /** Folder in which the user started the app; null when started from a dock or menu. */
  readonly startedIn: string | null
  readonly port: number
  readonly rehearse: boolean
  /** Whether the demo can be started, or this one exited. */
  readonly canRehearse: boolean
  readonly origin: Origin
  /** Null when the publisher has no update feed. */
  readonly update: UpdateState | null
  readonly root: number
  /** True after a breakdown of the previous core. */
  readonly again: boolean
}

/** Refusals are values, since errors lose their fields between processes. */
export type CoreReply = { readonly answer: unknown } | { readonly error: Refusal }

export type HostCall =
  | { readonly method: 'chooseFolder' }
  | { readonly method: 'chooseFile'; readonly name: string }
  | { readonly method: 'openPage'; readonly address: string }
  | { readonly method: 'rehearse' }
  | { readonly method: 'restart' }
  | { readonly method: 'toFront' }
  | { readonly method: 'checkForUpdates' }
  | { readonly method: 'restartToUpdate'; readonly when: RestartTime }

export interface Summary {
  /** Number of agents and gatherings that need the user. */
  readonly waiting: number
  readonly theme: 'system' | 'light' | 'dark'
  /** Custom keybindings by action of the page. */
  readonly keys: Readonly<Record<string, readonly string[]>>
  readonly busy: readonly string[]
  readonly checkForUpdates: boolean
}

/** Messages from the main process to the core. */
export type ToCore =
  | { readonly kind: 'start'; readonly options: CoreOptions }
  | { readonly kind: 'request'; readonly id: number; readonly request: string; readonly input: unknown }
  | { readonly kind: 'subscribe'; readonly id: number }
  | { readonly kind: 'unsubscribe'; readonly id: number }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: CoreReply }
  /** The machine has resumed from sleep. */
  | { readonly kind: 'awake' }
  | { readonly kind: 'update'; readonly state: UpdateState }
  | { readonly kind: 'close' }
  | { readonly kind: 'abort' }

/** Messages from the core to the main process. */
export type FromCore =
  | { readonly kind: 'started'; readonly apiUrl: string }
  | { readonly kind: 'refused'; readonly words: string }
  | { readonly kind: 'reply'; readonly id: number; readonly reply: CoreReply }
  | { readonly kind: 'event'; readonly id: number; readonly event: FeedEvent }
  | { readonly kind: 'summary'; readonly summary: Summary }
  | { readonly kind: 'call'; readonly id: number; readonly call: HostCall }
  | { readonly kind: 'log'; readonly line: string }

export interface CorePort {
  post(message: FromCore): void
  hear(listener: (message: ToCore) => void): void
}
