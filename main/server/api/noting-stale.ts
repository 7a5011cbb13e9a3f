import type { AttemptRecord } from '../../ports/attempts.ts'
import { RefusedError } from '../../contract/api/errors.ts'
import type { Ask } from '../../contract/api/requests.ts'

/** The same door, which puts words for a turn that is over on record: from windows, tools and the API alike. */
export function notingStale(ask: Ask, record: Pick<AttemptRecord, 'note'>): Ask {
  return async (caller, kind, input, gone) => {
    try {
      return await ask(caller, kind, input, gone)
    } catch (error) {
      if (error instanceof RefusedError && error.refusal.code === 'stale_turn')
        record.note({ code: 'stale_turn', by: caller, route: kind })
      throw error
    }
  }
}
