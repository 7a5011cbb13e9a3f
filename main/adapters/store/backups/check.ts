import { DatabaseSync } from 'node:sqlite'
import { headerProblem } from './header.ts'

/**
 * Reads a copy that nobody has open from its first page to its last; null when it is whole and of this format, else why
 * not, in words that go on from its name. Takes as long as reading it does, and some ten seconds for each GB.
 */
export function problemOf(path: string): string | null {
  return headerProblem(path) ?? damageOf(path)
}

/** The same without its format: a copy that is made before an upgrade is of the earlier one. */
export function damageOf(path: string): string | null {
  try {
    const db = new DatabaseSync(path)
    try {
      db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON')
      const found = db.prepare('PRAGMA integrity_check').all()[0]?.['integrity_check']
      return found === 'ok' ? null : `is damaged (${String(found)}).`
    } finally {
      db.close()
    }
  } catch (error) {
    return `is damaged (${error instanceof Error ? error.message : String(error)}).`
  }
}
