import type { Migration } from './schema.ts'

/** Shared task list in insertion order; finished rows are deleted. */
export const taskTable =
  'CREATE TABLE task (n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, row TEXT NOT NULL, crc INTEGER NOT NULL) STRICT'

/** Adds the task list. */
export const format28: Migration = { to: 28, up: (db) => db.exec(taskTable) }
