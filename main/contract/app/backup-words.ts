import type { BackupView } from './backups.ts'

/** A time as the notices say it: to the minute, in UTC. */
export function minuteWords(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** How to go back to the newest good backup, or that there is none. */
export function wayBackWords(backup: Pick<BackupView, 'at' | 'path' | 'name'> | null): string {
  if (backup === null) return 'There is no backup to go back to.'
  return (
    `The newest good backup is of ${minuteWords(backup.at)} (${backup.path}). ` +
    `To go back to it, quit Janus and run: janus restore ${backup.name}`
  )
}

/** That a backup could not be made. */
export function failedWords(why: string): string {
  return `A backup of the database could not be made. ${why} Janus goes on without, and tries again.`
}

/** What a restored database means, once Janus has started on it. */
export function restoredWords(at: number, kept: readonly string[]): string {
  const lies = kept.length === 0 ? '' : ` The database as it was before lies at ${kept.join(', ')}.`
  return (
    `A backup of ${minuteWords(at)} was restored: what came after that is not shown here.${lies} ` +
    'The agents may remember more than is shown, since their own conversations are not part of a backup. ' +
    'Everything is stopped: mail that waited then may have come to its agent already, so it waits for you. ' +
    'Look through the mailboxes, then let everything go on.'
  )
}
