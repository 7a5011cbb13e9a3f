import type { BackupView } from '../contract/app/backups.ts'

/** Backups of the database, as requests ask for them. */
export interface BackupBook {
  /** Those in the state folder, newest first. */
  list(): readonly BackupView[]
  /** Makes one, in the state folder or at a full path where nothing lies. Rejects with `StoreFullError` in words. */
  make(path: string | null): Promise<BackupView>
  /** Notes that the one of this name is to be restored at the next start. Throws `StoreFullError`. */
  wish(name: string): void
}
