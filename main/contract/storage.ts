/** What the disk and the database under Janus have come to: facts, of which `storage-words` makes words. */

/** A copy of the whole database, in one file. */
export interface Backup {
  /** Absolute. */
  readonly path: string
  /** When it was made, in ms. */
  readonly at: number
  readonly bytes: number
}

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
  /** Only indexes were wrong; they were made again. `missing`: rows that they knew of and that are gone. */
  | { readonly kind: 'indexes'; readonly missing: number }
  /** It was damaged: what could be read was carried over into a new one. */
  | { readonly kind: 'carried'; readonly why: string; readonly rows: readonly Carried[] }
  /** Nothing of it could be read. */
  | { readonly kind: 'unusable'; readonly why: string }
  /** It was not there any more, and a new one was begun. */
  | { readonly kind: 'gone' }
  /** A copy was put in its place, as the person had asked. */
  | { readonly kind: 'restored'; readonly from: string }
  /** The copy that was to be put in its place cannot be used; all is as it was. */
  | { readonly kind: 'notRestored'; readonly why: string }

/** The same with where everything lies now. */
export type Mishap = MishapFacts & {
  /** ms. */
  readonly at: number
  /** Where what was found lies now, untouched. */
  readonly kept: readonly string[]
  /** The newest backup of that time. */
  readonly backup: Backup | null
}

/** How the disk is, and what has happened to the database. */
export interface StorageView {
  /** What the person has not put away yet, the oldest first. */
  readonly mishaps: readonly Mishap[]
  /** Why nothing can be kept now, in words for a person; null while everything is. */
  readonly refusing: string | null
  /** Set while little room is left: how much, in bytes, and whether nothing may be sent any more. */
  readonly space: { readonly free: number; readonly isRefused: boolean } | null
  /** Saving takes long: how long, in ms; null while it is quick. */
  readonly slow: number | null
  /** A copy waits to be put in the database's place at the next start. */
  readonly restores: boolean
}

/** Of a Janus whose disk is well. */
export const calmStorage: StorageView = {
  mishaps: [],
  refusing: null,
  space: null,
  slow: null,
  restores: false,
}
