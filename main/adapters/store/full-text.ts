/** A full-text index over a table. */
interface Index {
  readonly name: string
  readonly of: string
  readonly key: string
  readonly columns: readonly string[]
}

/** Transcripts. `about` has keywords for filters, so that one index lookup covers both filter and text. */
export const entryText: Index = {
  name: 'entry_text',
  of: 'entry',
  key: 'id',
  columns: ['about', 'text', 'names'],
}
export const timelineText: Index = {
  name: 'timeline_text',
  of: 'timeline',
  key: 'n',
  columns: ['about', 'text'],
}
/** Gatherings: statements and harvests. */
export const circleText: Index = { name: 'circle_text', of: 'circle_words', key: 'id', columns: ['text'] }

export function indexTable({ name, of, key, columns }: Index): string {
  return `CREATE VIRTUAL TABLE ${name} USING fts5 (
    ${columns.join(', ')}, content = ${of}, content_rowid = ${key}, tokenize = 'unicode61 remove_diacritics 2'
  )`
}

/** The index with triggers that keep it in sync. */
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
