import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { databaseName } from '../store.ts'

/** A folder as a Janus of format 13 left it, in which two machines had talked; answers where a copy of it lies. */
export function keptFolder(finally_: (clear: () => void) => void): string {
  const home = realpathSync.native(mkdtempSync(join(tmpdir(), 'janus-kept-')))
  const file = join(import.meta.dirname, '..', 'fixtures', 'format-13', `${databaseName}.gz`)
  writeFileSync(join(home, databaseName), gunzipSync(readFileSync(file)), { mode: 0o600 })
  finally_(() => rmSync(home, { recursive: true }))
  return home
}
