import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeQuickFolder } from './quick-folder.ts'

/** A new folder, by its real path. It goes when the test has ended, after all `afterEach`. */
export const testFolder = (name: string): string => own(mkdtempSync(join(tmpdir(), `janus-${name}-`)))

/** The same on a disk in memory where there is one; programs in it may not be started. */
export const quickTestFolder = (name: string): string => own(makeQuickFolder(name))

function own(folder: string): string {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return realpathSync.native(folder)
}
