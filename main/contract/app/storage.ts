import { wordsOf, type Wording } from '../words/wording.ts'

/** Rows of one kind that were copied to a new database, and how many are known to be missing. */
export interface Carried {
  readonly what:
    | 'agents'
    | 'messages'
    | 'rows of conversations'
    | 'links'
    | 'gatherings'
    | 'timers'
    | 'other records'
  readonly carried: number
  readonly missing: number
}

/** What was found wrong with the database at the start, and what was done. */
export type IncidentFacts =
  /** The write-ahead log: damaged, truncated, missing, or belonging to another database. */
  | {
      readonly kind: 'log'
      readonly why: 'damaged' | 'cut' | 'missing' | 'foreign'
      readonly unreadable: number
    }
  /** Only indexes were damaged; they have been rebuilt. */
  | { readonly kind: 'indexes' }
  /** Damaged: what could be read was copied to a new database. */
  | { readonly kind: 'carried'; readonly why: string; readonly rows: readonly Carried[] }
  /** Nothing could be read. */
  | { readonly kind: 'unusable'; readonly why: string }
  /** Missing; a new one was created. */
  | { readonly kind: 'gone' }

/** For the user; `kept`: where the old files are now. */
export function incidentWords(facts: IncidentFacts, kept: readonly string[]): string {
  const lies = kept.length === 0 ? '' : ` Nothing was deleted: what was found is at ${kept.join(', ')}.`
  return `${wordsOf(whatHappened, facts)}${lies}`
}

const whatHappened: Wording<IncidentFacts> = {
  log: ({ why, unreadable }) =>
    `${logWords[why]} The newest messages may be missing${unreadable === 0 ? '' : ' or out of date'}.`,
  indexes: 'Indexes of the database were damaged and have been rebuilt. They hold no messages.',
  carried: ({ why, rows }) =>
    `The database could not be used: ${why}. What could be read was copied to a new one: ${rowsWords(rows)}.`,
  unusable: ({ why }) => `The database could not be used: ${why}. None of it could be read.`,
  gone: 'The database was missing although Janus did not shut down properly. A new, empty one was created. If you have a copy, quit Janus and restore it.',
}

/** For the user after a crash. `what`: first line of the error; `log`: where the whole error is. */
export function breakdownWords(what: string, log: string): string {
  return `Janus crashed (${what}) and restarted from what was saved. The full error is in ${log}.`
}

const logWords = {
  damaged: 'Janus did not shut down properly and its database log was damaged.',
  cut: 'Janus did not shut down properly and its database log is shorter than it was.',
  missing: 'Janus did not shut down properly and its database log is gone.',
  foreign:
    'Janus did not shut down properly, and the log beside its database belongs to another one; it was not used.',
} as const

function rowsWords(rows: readonly Carried[]): string {
  const words = rows.map(({ what, carried, missing }) => {
    const lost = missing === 0 ? '' : ` (${String(missing)} missing)`
    return `${String(carried)} ${what}${lost}`
  })
  return words.join(', ')
}
