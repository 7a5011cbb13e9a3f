/** An index of the words of a table, for searches. */
interface Index {
  readonly name: string
  readonly of: string
  readonly key: string
  readonly columns: readonly string[]
}

/**
 * Of the transcripts. What a row is about is found in the same index as its words: a filter of several things is one walk
 * through it.
 */
export const entryText: Index = {
  name: 'entry_text',
  of: 'entry',
  key: 'id',
  columns: ['about', 'text', 'names'],
}
/** Of the timeline. */
export const timelineText: Index = {
  name: 'timeline_text',
  of: 'timeline',
  key: 'n',
  columns: ['about', 'text'],
}
/** Of gatherings: what was said, and harvests. */
export const circleText: Index = { name: 'circle_text', of: 'circle_words', key: 'id', columns: ['text'] }

/** Makes an index. */
export function indexTable({ name, of, key, columns }: Index): string {
  return `CREATE VIRTUAL TABLE ${name} USING fts5 (
    ${columns.join(', ')}, content = ${of}, content_rowid = ${key}, tokenize = 'unicode61 remove_diacritics 2'
  )`
}

/** The index, and what keeps it as its table is. */
export function indexWithTriggers(index: Index): string {
  const { name, of, key, columns } = index
  const listed = columns.join(', ')
  const valuesOf = (row: string) => [key, ...columns].map((column) => `${row}.${column}`).join(', ')
  const add = `INSERT INTO ${name} (rowid, ${listed}) VALUES (${valuesOf('new')});`
  const remove = `INSERT INTO ${name} (${name}, rowid, ${listed}) VALUES ('delete', ${valuesOf('old')});`
  const differs = columns.map((column) => `old.${column} IS NOT new.${column}`).join(' OR ')
  return `${indexTable(index)};
  CREATE TRIGGER ${of}_added AFTER INSERT ON ${of} BEGIN ${add} END;
  CREATE TRIGGER ${of}_removed AFTER DELETE ON ${of} BEGIN ${remove} END;
  CREATE TRIGGER ${of}_changed AFTER UPDATE OF ${listed} ON ${of} WHEN ${differs} BEGIN ${remove} ${add} END`
}
