import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { databaseName } from '../store.ts'

/** Returns the path of a copy of a state folder from a Janus of format 13 with a fleet of two machines. */
export function keptFolder(finally_: (clear: () => void) => void): string {
  const home = realpathSync.native(mkdtempSync(join(tmpdir(), 'janus-kept-')))
  const file = join(import.meta.dirname, '..', 'fixtures', 'format-13', `${databaseName}.gz`)
  writeFileSync(join(home, databaseName), gunzipSync(readFileSync(file)), { mode: 0o600 })
  finally_(() => rmSync(home, { recursive: true }))
  return home
}
