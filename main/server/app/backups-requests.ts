import type { BackupReport, BackupView } from '../../contract/app/backups.ts'
import { StoreFullError } from '../../ports/ports.ts'
import { refused, type RequestContext } from '../api/request-context.ts'
import type { Handlers } from '../api/requests.ts'

/** Backups of the database. */
export function backupHandlers({ backups, host }: Pick<RequestContext, 'backups' | 'host'>) {
  return {
    'backups.list': () => ({ items: backups.list().map(reportOf) }),
    'backups.make': async (_, { path }) => reportOf(await saving(() => backups.make(path ?? null))),
    'backups.restore': async (_, { name }) => {
      const { restart } = host
      if (!restart) throw refused('wrong_state', `Quit Janus here, then run: janus restore ${name}`)
      const backup = backups.list().find((one) => one.name === name)
      if (backup === undefined) throw refused('not_found', 'That backup is not there any more.')
      if (backup.problem !== null) throw refused('wrong_state', `${backup.path} ${backup.problem}`)
      await saving(() => backups.wish(name))
      // The answer goes out first: nobody waits for the end of what they ask.
      void restart()
      return { restarts: true as const }
    },
  } satisfies Partial<Handlers>
}

/** With its time as HTTP callers read times. */
export function reportOf({ at, ...rest }: BackupView): BackupReport {
  return { ...rest, at: new Date(at).toISOString() }
}

async function saving<T>(make: () => T | Promise<T>): Promise<T> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof StoreFullError) throw refused('storage_full', error.message)
    throw error
  }
}
