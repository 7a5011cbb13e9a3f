import { RefusedError } from '../../main/contract/api/errors.ts'
import type { RequestInput, RequestKind } from '../../main/contract/api/requests.ts'
import { ask, UnreachableError } from './connection.ts'
import { toast } from './view-store.ts'

/** Returns the error as a message for the user. */
export function errorWords(error: unknown): string {
  if (error instanceof RefusedError || error instanceof UnreachableError) return error.message
  return 'Something went wrong in this window. Reload it; nothing that was sent is lost.'
}

export const loadErrorWords = (what: string, error: unknown): string =>
  `Couldn’t load ${what}. ${errorWords(error)}`

/** Shows an error as a toast. Resolves with whether it succeeded. */
export async function withErrorToast(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    toast(errorWords(error), { isError: true })
    return false
  }
}

/** Sends a request whose result arrives by the feed. Errors are shown as a toast. */
export const act = <K extends RequestKind>(kind: K, input: RequestInput<K>): Promise<boolean> =>
  withErrorToast(() => ask(kind, input))
