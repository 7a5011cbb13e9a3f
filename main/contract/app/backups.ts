/** Backups of the database. */

/** Why a backup was made: once a day, before another version of Janus takes over, or because the person asked. */
export const backupKinds = ['daily', 'upgrade', 'asked'] as const
export type BackupKind = (typeof backupKinds)[number]

/** A backup that lies in the state folder. */
export interface BackupView {
  /** Name of its file, by which it is asked for. */
  readonly name: string
  /** Its full path. */
  readonly path: string
  /** What it holds was so at this time, in ms. */
  readonly at: number
  readonly kind: BackupKind
  /** Bytes. */
  readonly size: number
  /** Why it cannot be restored, as far as a glance tells; null: nothing is known against it. */
  readonly problem: string | null
}

/** The same as it is answered; `at` is ISO 8601. */
export type BackupReport = Omit<BackupView, 'at'> & { readonly at: string }

/** A backup that the window offers, since the database lost something: until the person puts the notices away. */
export type OfferedBackup = Pick<BackupView, 'name' | 'at'>

/** What the program answers that backs up and restores where Janus does not run. Times are ISO 8601. */
export type AtRestAnswer =
  | { readonly error: string }
  | { readonly items: readonly BackupReport[]; readonly folder: string }
  /** Path of a backup. */
  | { readonly made: string }
  /** From which file, as of when, and where the database before lies now. */
  | { readonly restored: string; readonly at: string; readonly kept: readonly string[] }

/** What had befallen the database, as windows show it. */
export interface StorageNotices {
  /** In words, until the person puts it away. */
  readonly notices: readonly string[]
  /** Something of it was lost: the newest good backup, which can be restored from here. */
  readonly offeredBackup: OfferedBackup | null
}
