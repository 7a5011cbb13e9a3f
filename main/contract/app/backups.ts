import { minuteWords } from '../words/times.ts'

/** Made once a day, before another version of Janus starts, or when the user asks. */
export const backupKinds = ['daily', 'upgrade', 'asked'] as const
export type BackupKind = (typeof backupKinds)[number]

export interface BackupView {
  /** File name; identifies it in requests. */
  readonly name: string
  readonly path: string
  /** Milliseconds; the backup has the state of this time. */
  readonly at: number
  readonly kind: BackupKind
  /** Bytes. */
  readonly size: number
  /** Why it cannot be restored, as far as a quick check shows; null: nothing found. */
  readonly problem: string | null
}

/** `at`: ISO 8601. */
export type BackupReport = Omit<BackupView, 'at'> & { readonly at: string }

/** Offered by the window after data loss, until the user dismisses the notices. */
export type OfferedBackup = Pick<BackupView, 'name' | 'at'>

/** What the program answers that makes and restores backups while Janus does not run. Times are ISO 8601. */
export type AtRestAnswer =
  | { readonly error: string }
  | { readonly items: readonly BackupReport[]; readonly folder: string }
  /** Path of the backup. */
  | { readonly made: string }
  /** `restored`: the backup file; `at`: its time; `kept`: where the previous database is now. */
  | { readonly restored: string; readonly at: string; readonly kept: readonly string[] }

/** What happened to the database. */
export interface StorageNotices {
  /** Texts, until the user dismisses them. */
  readonly notices: readonly string[]
  /** After data loss: the newest good backup. */
  readonly offeredBackup: OfferedBackup | null
}

export function wayBackWords(backup: Pick<BackupView, 'at' | 'path' | 'name'> | null): string {
  if (backup === null) return 'There is no backup to restore.'
  return `The newest good backup is of ${minuteWords(backup.at)} (${backup.path}).` + restoreHint(backup.name)
}

/** Left out where the window offers a button. */
export const restoreHint = (name: string): string =>
  ` To restore it, quit Janus and run: janus restore ${name}`

export function failedWords(why: string): string {
  return `A backup of the database could not be made. ${why} Janus continues without one, and tries again.`
}

/** Shown after Janus has started on the restored database. */
export function restoredWords(at: number, kept: readonly string[]): string {
  const lies = kept.length === 0 ? '' : ` The previous database is at ${kept.join(', ')}.`
  return (
    `A backup of ${minuteWords(at)} was restored: later messages are not shown here.${lies} ` +
    'The agents may remember more than is shown: their own conversations are not part of a backup. ' +
    'Everything is stopped: messages that waited then may have been delivered already, so they wait for you. ' +
    'Look through the mailboxes, then resume everything.'
  )
}
