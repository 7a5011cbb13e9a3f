import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { makeQuickFolder } from './quick-folder.ts'

/** A temporary folder, by its real path. It is deleted after the test and all its `afterEach`. */
export const testFolder = (name: string): string => own(mkdtempSync(join(tmpdir(), `janus-${name}-`)))

/** The same in memory where possible; programs in it may not be executable. */
export const quickTestFolder = (name: string): string => own(makeQuickFolder(name))

function own(folder: string): string {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return realpathSync.native(folder)
}
