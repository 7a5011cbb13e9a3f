/** The last notice that the user was shown, other than the end of a turn. */
export interface UserNotice {
  /** Milliseconds. */
  readonly at: number
  /** The first transcript row that it is about. */
  readonly row: number
  /** Number of notices shown together. */
  readonly count: number
  /** The newest of them. */
  readonly text: string
}

/** An agent's notices to its user during turns, as far as later ones depend on them. */
export interface NoticeCounts {
  /** Milliseconds; as many of the latest as an hour allows. */
  readonly shown: readonly number[]
  /** Row of the newest. */
  readonly row: number
  /** Waiting to be shown. */
  readonly held: Omit<UserNotice, 'at'> | null
  readonly last: UserNotice | null
  /** Idempotency keys of the newest calls. */
  readonly keys: readonly string[]
}

export interface NoticeResult {
  /** False: it will be shown together with others. */
  readonly shown: boolean
  /** Seconds until then; 0 if it was shown. */
  readonly inSeconds: number
}
