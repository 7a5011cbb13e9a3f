import type { Migration } from './schema.ts'

/** The shared list of tasks, numbered in order of adding; what is forgotten is deleted. */
export const taskTable =
  'CREATE TABLE task (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, row TEXT NOT NULL, crc INTEGER NOT NULL) STRICT'

/** Format 28: the list of tasks. */
export const format28: Migration = { to: 28, up: (db) => db.exec(taskTable) }
