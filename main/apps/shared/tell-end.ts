import { announceShutdown } from '../../adapters/folder/lock.ts'

/** Saves what is pending, and logs what couldn't be saved. */
export function saveAtEnd(
  folder: string,
  engine: { readonly isSaved: boolean; look(): void },
  store: { readonly isThere: boolean },
  log: (line: string) => void,
  keepStreams: () => void,
): void {
  keepStreams()
  engine.look()
  if (!store.isThere)
    log('quit: the database is not where it was opened: nothing that happened since can be kept.')
  else if (!engine.isSaved)
    log('quit: the disk took nothing at last: what happened since then could not be kept.')
  try {
    announceShutdown(folder)
  } catch (error) {
    // A missing folder must not prevent the exit.
    log(`quit: ${String(error)}`)
  }
}
