import type { ApiRequest } from '../shared/ask.ts'
import { EndingError } from './ending.ts'

/** Which days are asked for. */
export interface CostsCommand {
  readonly days: string | null
  readonly before: string | null
}

/** Reads what stands behind `janus costs`. Throws `EndingError` that says how it is written. */
export function readCosts(
  rest: readonly string[],
  { limit = null, before = null }: { readonly limit?: string | null; readonly before?: string | null },
): CostsCommand {
  if (rest.length > 0) throw new EndingError('usage', 'janus costs takes flags only.')
  return { days: limit, before }
}

/** The question to the API. */
export function costsRequest({ days, before }: CostsCommand): ApiRequest {
  const asked = new URLSearchParams({ ...(days && { days }), ...(before && { before }) })
  return { method: 'GET', path: `/costs?${asked.toString()}`, repeatable: true }
}
