import type { Migration } from './schema.ts'
import { indexWithTriggers, timelineText } from './full-text.ts'

/** Renames the table of the timeline. */
export const format26: Migration = {
  to: 26,
  up: (db) =>
    db.exec(`
      DROP TRIGGER moment_added;
      DROP TRIGGER moment_removed;
      DROP TRIGGER moment_changed;
      DROP TABLE moment_text;
      DROP INDEX moment_at;
      DROP INDEX moment_owner;
      ALTER TABLE moment RENAME TO timeline;
      CREATE INDEX timeline_at ON timeline (at);
      CREATE INDEX timeline_owner ON timeline (owner) WHERE owner IS NOT NULL;
      ${indexWithTriggers(timelineText)};
      INSERT INTO timeline_text (timeline_text) VALUES ('rebuild')`),
}
