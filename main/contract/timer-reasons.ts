/** Why timers stand as they stand, as facts. Types only: `timer-words` says them. */

/** Why a timer is in its state. */
export type TimerReason =
  /** An anchor that waits for a turn of the person or a peer. */
  | { readonly kind: 'rests' }
  /** Paused by the person. */
  | { readonly kind: 'paused' }
  /** Five minutes more, by the person. */
  | { readonly kind: 'delayed' }
  /** Skipped by the person; `once`: it goes on afterwards. */
  | { readonly kind: 'skipped'; readonly once: boolean }
  | { readonly kind: 'cancelled'; readonly by: 'agent' | 'person' }
  /** A newer anchor took its place. */
  | { readonly kind: 'replaced' }
  /** Its question has an answer, or will have none. */
  | { readonly kind: 'settled' }
  /** The agent of this name that it was about is gone. */
  | { readonly kind: 'deleted'; readonly name: string }
  /** An anchor whose agent was at its own work when it was due. */
  | { readonly kind: 'met' }
  /** The guard on chains: so many timers in a row. */
  | { readonly kind: 'inRow'; readonly count: number }
