import { rmSync } from 'node:fs'
import { setPriority } from 'node:os'
import { copyDatabase } from '../../adapters/store/backups/copy-file.ts'

/**
 * A program: copies a database that another process holds still, and reads the copy through. It is a process of its own
 * because to close a file drops all locks that its process has on it, and so that nobody waits for the disk.
 * Arguments: from where, to where. Says `copied` when the file may change again, then `whole`, `unchecked` where there
 * is no SQLite to check it with, or why it is no good.
 */
const [from = '', to = ''] = process.argv.slice(2)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

try {
  setPriority(10)
} catch {
  // Where that is not allowed it runs as fast as it can.
}
try {
  copyDatabase(from, to, false)
  say('copied')
  // Electron's Node, which this may run in, has had SQLite only of late.
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
