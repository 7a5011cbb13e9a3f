import { renameFields } from './rename-fields.ts'
import type { Migration } from './schema.ts'

/** Renames `human` to `user`. */
export const format25: Migration = {
  to: 25,
  up: (db) => {
    const change = new Map([['human', 'user']])
    renameFields(db, { fields: change, values: change, chosen: new Set(['kind', 'origin', 'senders']) })
    db.exec(`
      UPDATE message SET sender = 'user' WHERE sender = 'human';
      UPDATE gathering SET sender = 'user' WHERE sender = 'human';
      UPDATE entry SET kind = 'user' WHERE kind = 'human';
      UPDATE entry SET author = 'user', about = replace(about, ' byhuman ', ' byuser ') WHERE author = 'human';
    `)
  },
}
