import { rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { copyDatabase } from '../../adapters/store/backups/copy-file.ts'

/**
 * Program that copies a database while another process holds it unchanged, then verifies the copy. It needs
 * its own process because closing a file drops all locks of the process on that file, and so that nothing
 * waits for the disk. Arguments: source, target. Prints `copied` when the source may change again, then
 * `whole`, `unchecked` (no SQLite available), or the problem.
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
