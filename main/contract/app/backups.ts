import { minuteWords } from '../words/times.ts'

/** Backups of the database. */

/** Why a backup was made: once a day, before another version of Janus takes over, or because the user asked. */
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

/** A backup that the window offers, since the database lost something: until the user puts the notices away. */
export type OfferedBackup = Pick<BackupView, 'name' | 'at'>

/** What the program answers that backs up and restores where Janus does not run. Times are ISO 8601. */
export type AtRestAnswer =
  | { readonly error: string }
  | { readonly items: readonly BackupReport[]; readonly folder: string }
  /** Path of a backup. */
  | { readonly made: string }
  /** From which file, as of when, and where the database before lies now. */
  | { readonly restored: string; readonly at: string; readonly kept: readonly string[] }

/** What had happened to the database, as windows show it. */
export interface StorageNotices {
  /** In words, until the user puts it away. */
  readonly notices: readonly string[]
  /** Something of it was lost: the newest good backup, which can be restored from here. */
  readonly offeredBackup: OfferedBackup | null
}

/** How to go back to the newest good backup, or that there is none. */
export function wayBackWords(backup: Pick<BackupView, 'at' | 'path' | 'name'> | null): string {
  if (backup === null) return 'There is no backup to restore.'
  return `The newest good backup is of ${minuteWords(backup.at)} (${backup.path}).` + restoreHint(backup.name)
}

/** How to restore a backup by hand; a window that offers a button leaves it out. */
export const restoreHint = (name: string): string =>
  ` To restore it, quit Janus and run: janus restore ${name}`

/** That a backup could not be made. */
export function failedWords(why: string): string {
  return `A backup of the database could not be made. ${why} Janus continues without one, and tries again.`
}

/** What a restored database means, once Janus has started on it. */
export function restoredWords(at: number, kept: readonly string[]): string {
  const lies = kept.length === 0 ? '' : ` The previous database is at ${kept.join(', ')}.`
  return (
    `A backup of ${minuteWords(at)} was restored: later messages are not shown here.${lies} ` +
    'The agents may remember more than is shown: their own conversations are not part of a backup. ' +
    'Everything is stopped: messages that waited then may have been delivered already, so they wait for you. ' +
    'Look through the mailboxes, then resume everything.'
  )
}
