import { join } from 'node:path'
import { readJsonFile, writeJsonFile } from '../../adapters/folder/json-file.ts'
import { backUpClosedDatabase } from '../../adapters/store/backups/at-rest.ts'
import {
  readRestored,
  restore,
  takeScheduledRestore,
  type Restored,
} from '../../adapters/store/backups/restore.ts'
import { failedWords, restoredWords } from '../../contract/app/backups.ts'
import { openSettings } from '../../adapters/settings/settings.ts'
import type { DiskStore } from '../../adapters/store/store.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import type { SettingsBook } from '../../ports/ports.ts'
import type { Disposables } from './disposables.ts'
import type { LockedFolder } from './take-place.ts'
import { openIncidents, openWatchedStore, type Incidents } from '../../server/app/incidents.ts'
import { keepNotices } from '../../server/app/notices.ts'
import packageJson from '../../../package.json' with { type: 'json' }

export interface Memory {
  readonly store: DiskStore
  readonly settings: SettingsBook
  readonly incidents: Incidents
  /** Set when the database was restored before this start. */
  readonly restored: Restored | null
}

/** A read-only folder is opened as a copy, without pending restores and backups. */
export function openMemory(
  { folder, readOf }: Pick<LockedFolder, 'folder' | 'readOf'>,
  log: (line: string) => void,
  disposables: Disposables,
): Memory {
  const now = systemClock.now()
  const restored = readOf !== null ? null : beforeStart(folder, now, log)
  const store = openWatchedStore(folder, log)
  disposables.push(() => store.close())
  noteVersion(folder)
  const settings = openSettings(folder, log)
  if (restored !== null) tellRestored(folder, restored, settings, { now, log })
  return { store, settings, incidents: openIncidents(folder, log), restored }
}

const versionPath = (folder: string): string => join(folder, 'version.json')

/** Restores the backup that the user chose, and backs up a database of another version. */
function beforeStart(folder: string, now: number, log: (line: string) => void): Restored | null {
  const tell = (words: string): void => {
    log(`backup: ${words}`)
    keepNotices(folder, [words], log)
  }
  try {
    const wanted = takeScheduledRestore(folder)
    if (wanted !== null) restore(folder, wanted, now)
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error))
  }
  try {
    if (readJsonFile(versionPath(folder)).fields['version'] !== packageJson.version)
      backUpClosedDatabase(folder, now, 'upgrade')
  } catch (error) {
    tell(failedWords(error instanceof Error ? error.message : String(error)))
  }
  return readRestored(folder)
}

function noteVersion(folder: string): void {
  if (readJsonFile(versionPath(folder)).fields['version'] === packageJson.version) return
  writeJsonFile(versionPath(folder), { version: packageJson.version })
}

/** After a restore, notifies the user and stops everything before anything can start by itself. */
function tellRestored(
  folder: string,
  { at, kept }: Restored,
  settings: SettingsBook,
  { now, log }: { readonly now: number; readonly log: (line: string) => void },
): void {
  const words = restoredWords(at, kept)
  log(`store: ${words}`)
  keepNotices(folder, [words], log)
  if (settings.values().stopped === null) settings.change({ stopped: new Date(now).toISOString() })
}
