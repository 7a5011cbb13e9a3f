import { rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { copyDatabase } from '../../adapters/store/backups/copy-file.ts'

/**
 * Copies and verifies a database that another process holds unchanged. Closing a file drops all locks of the
 * process on it, so this needs a process of its own. Prints `copied` when the source may change again, then
 * `whole`, `unchecked` (no SQLite) or the problem.
 */
const [from = '', to = ''] = process.argv.slice(2)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

try {
  setPriority(10)
} catch {
  // Runs at normal priority where this isn't allowed.
}
try {
  copyDatabase(from, to, false)
  say('copied')
  // Older Electrons' Node has no SQLite.
  const sqlite = process.getBuiltinModule('node:sqlite') as typeof import('node:sqlite') | undefined
  say(sqlite === undefined ? 'unchecked' : check(sqlite.DatabaseSync))
} catch (error) {
  rmSync(to, { force: true })
  say(error instanceof Error && 'code' in error ? `error ${String(error.code)}` : `error ${String(error)}`)
}

function check(Database: typeof import('node:sqlite').DatabaseSync): string {
  const db = new Database(to)
  try {
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON')
    const found = db.prepare('PRAGMA integrity_check').all()[0]?.['integrity_check']
    return found === 'ok' ? 'whole' : `damaged ${String(found).split('\n')[0] ?? ''}`
  } finally {
    db.close()
  }
}
