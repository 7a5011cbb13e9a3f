import type { Carried, MishapFacts } from './storage.ts'

/** What had befallen the database, in words for a person; `kept`: where what was found lies now. */
export function mishapWords(facts: MishapFacts, kept: readonly string[]): string {
  const lies = kept.length === 0 ? '' : ` Nothing was deleted: what was found lies at ${kept.join(', ')}.`
  return `${whatHappened(facts)}${lies}`
}

function whatHappened(facts: MishapFacts): string {
  switch (facts.kind) {
    case 'log':
      return `${logWords[facts.why]} ${partsWords(facts.unreadable)}`
    case 'indexes':
      return 'Indexes of the database were damaged. They were made again; nothing is missing.'
    case 'carried':
      return `The database could not be used: ${facts.why}. What could be read was carried over into a new one: ${rowsWords(facts.rows)}.`
    case 'unusable':
      return `The database could not be used: ${facts.why}. Nothing of it could be read.`
    case 'gone':
      return 'The database was gone, though Janus had not been closed. A new, empty one was begun. If you have a copy, quit Janus and put it back.'
  }
}

/** That Janus broke down, by an error of which this is the first line, for a person; `log`: where all of it stands. */
export function breakdownWords(what: string, log: string): string {
  return `Janus broke down by a mistake of its own (${what}) and began again from what was saved. The whole error is in ${log}.`
}

const logWords = {
  damaged: 'Janus had not been closed, and the log of its newest rows was damaged.',
  cut: 'Janus had not been closed, and the log of its newest rows is shorter than it was.',
  missing: 'Janus had not been closed, and the log of its newest rows is gone.',
  foreign: 'Janus had not been closed, and the log beside its database was not its own; it was not used.',
} as const

function partsWords(unreadable: number): string {
  if (unreadable === 0) return 'The newest messages may be missing.'
  const parts = unreadable === 1 ? '1 part of it' : `${String(unreadable)} parts of it`
  return `${parts} could not be read: the newest messages may be missing, or older than they were.`
}

function rowsWords(rows: readonly Carried[]): string {
  const words = rows.map(({ what, carried, missing }) => {
    const lost = missing === 0 ? '' : ` (${String(missing)} missing)`
    return `${String(carried)} ${what}${lost}`
  })
  return words.join(', ')
}
