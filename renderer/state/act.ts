import { RefusedError } from '../../main/contract/api/errors.ts'
import type { RequestInput, RequestKind } from '../../main/contract/api/requests.ts'
import { ask, UnreachableError } from './connection.ts'
import { toast } from './view-store.ts'

/** What went wrong, in words for a user. */
export function errorWords(error: unknown): string {
  if (error instanceof RefusedError || error instanceof UnreachableError) return error.message
  return 'Something went wrong in this window. Reload it; nothing that was sent is lost.'
}

/** That a list or a page could not be had, and why. */
export const loadErrorWords = (what: string, error: unknown): string =>
  `Couldn’t load ${what}. ${errorWords(error)}`

/** Does something; what goes wrong is told in a toast. Resolves with whether all went well. */
export async function withErrorToast(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run()
    return true
  } catch (error) {
    toast(errorWords(error), { isError: true })
    return false
  }
}

/** Asks main for something whose answer arrives by the feed; what goes wrong is told in a toast. */
export const act = <K extends RequestKind>(kind: K, input: RequestInput<K>): Promise<boolean> =>
  withErrorToast(() => ask(kind, input))
