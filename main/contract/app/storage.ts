/** What has befallen the database: facts, of which `storage-words` makes words. */

/** What of one kind was carried over into a new database, and what is known to be missing there. */
export interface Carried {
  readonly what:
    | 'agents'
    | 'messages'
    | 'rows of conversations'
    | 'links'
    | 'gatherings'
    | 'timers'
    | 'other records'
  readonly carried: number
  readonly missing: number
}

/** What had befallen the database when Janus started, and what became of it. */
export type MishapFacts =
  /** The log of the newest rows: damaged, shorter than it was, gone, or one of another database. */
  | {
      readonly kind: 'log'
      readonly why: 'damaged' | 'cut' | 'missing' | 'foreign'
      readonly unreadable: number
    }
  /** Only indexes were wrong; they were made again. */
  | { readonly kind: 'indexes' }
  /** It was damaged: what could be read was carried over into a new one. */
  | { readonly kind: 'carried'; readonly why: string; readonly rows: readonly Carried[] }
  /** Nothing of it could be read. */
  | { readonly kind: 'unusable'; readonly why: string }
  /** It was not there any more, and a new one was begun. */
  | { readonly kind: 'gone' }
