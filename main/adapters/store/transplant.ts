import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { openOwnerOnly } from '../folder/owner-only.ts'

const pageSize = 4096

/**
 * Gives a database that does not know its tables any more the pages that say what tables there are, from a new one:
 * Janus makes them in the same order each time, so they lie in the same places.
 */
export function transplantSchema(from: string, into: string): void {
  const db = new DatabaseSync(from, { readOnly: true })
  let places: number[]
  try {
    const rows = db.prepare(`SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'`).all()
    places = rows.map((row) => Number(row['pageno']))
  } finally {
    db.close()
  }
  const [source, target] = [openSync(from, 'r'), openOwnerOnly(into)]
  try {
    const page = Buffer.alloc(pageSize)
    for (const place of places) {
      readSync(source, page, 0, pageSize, (place - 1) * pageSize)
      if (place === 1) fitHeader(page, fstatSync(target).size)
      writeSync(target, page, 0, pageSize, (place - 1) * pageSize)
    }
  } finally {
    closeSync(source)
    closeSync(target)
  }
}

/** The header says how long the file is, and that no page of it is free. */
function fitHeader(page: Buffer, size: number): void {
  page.writeUInt32BE(Math.ceil(size / pageSize), 28)
  page.writeUInt32BE(0, 32)
  page.writeUInt32BE(0, 36)
}
