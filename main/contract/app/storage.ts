/** What has happened to the database: facts, and their words. */

/** What of one kind was carried over into a new database, and what is known to be missing there. */
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

/** What had happened to the database when Janus started, and what became of it. */
export type IncidentFacts =
  /** The log of the newest rows: damaged, shorter than it was, gone, or one of another database. */
  | {
      readonly kind: 'log'
      readonly why: 'damaged' | 'cut' | 'missing' | 'foreign'
      readonly unreadable: number
    }
  /** Only indexes were wrong; they were made again. */
  | { readonly kind: 'indexes' }
  /** It was damaged: what could be read was carried over into a new one. */
  | { readonly kind: 'carried'; readonly why: string; readonly rows: readonly Carried[] }
  /** None of it could be read. */
  | { readonly kind: 'unusable'; readonly why: string }
  /** It was not there any more, and a new one was begun. */
  | { readonly kind: 'gone' }

/** What had happened to the database, in words for a user; `kept`: where what was found lies now. */
export function incidentWords(facts: IncidentFacts, kept: readonly string[]): string {
  const lies = kept.length === 0 ? '' : ` Nothing was deleted: what was found is at ${kept.join(', ')}.`
  return `${whatHappened(facts)}${lies}`
}

function whatHappened(facts: IncidentFacts): string {
  switch (facts.kind) {
    case 'log':
      return `${logWords[facts.why]} ${partsWords(facts.unreadable)}`
    case 'indexes':
      return 'Indexes of the database were damaged and have been rebuilt. They hold no messages.'
    case 'carried':
      return `The database could not be used: ${facts.why}. What could be read was copied to a new one: ${rowsWords(facts.rows)}.`
    case 'unusable':
      return `The database could not be used: ${facts.why}. None of it could be read.`
    case 'gone':
      return 'The database was missing although Janus did not shut down properly. A new, empty one was created. If you have a copy, quit Janus and restore it.'
  }
}

/** That Janus broke down, by an error of which this is the first line, for a user; `log`: where all of it stands. */
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

function partsWords(unreadable: number): string {
  return `The newest messages may be missing${unreadable === 0 ? '' : ' or out of date'}.`
}

function rowsWords(rows: readonly Carried[]): string {
  const words = rows.map(({ what, carried, missing }) => {
    const lost = missing === 0 ? '' : ` (${String(missing)} missing)`
    return `${String(carried)} ${what}${lost}`
  })
  return words.join(', ')
}
