/** What an agent's user was shown of it last, without the end of a turn. */
export interface UserNotice {
  /** When it was shown, in ms. */
  readonly at: number
  /** The first row of the transcript that it is about. */
  readonly row: number
  /** How many notices were shown together. */
  readonly count: number
  /** The newest of them. */
  readonly text: string
}

/** What an agent told its user in the middle of turns, as far as it counts for what follows. */
export interface NoticeCounts {
  /** When its user was shown something, in ms: the last times that an hour has room for. */
  readonly shown: readonly number[]
  /** The row of the newest. */
  readonly row: number
  /** What waits to be shown. */
  readonly held: Omit<UserNotice, 'at'> | null
  /** What was shown last. */
  readonly last: UserNotice | null
  /** Of the newest calls: the same call again tells nothing. */
  readonly keys: readonly string[]
}

/** What became of a notice. */
export interface NoticeResult {
  /** False: it is shown together with others later. */
  readonly shown: boolean
  /** In how many seconds that is; 0 where it was shown. */
  readonly inSeconds: number
}
