import { explain } from '../adapters/http/explain.ts'
import { requests, type Caller, type RequestInput, type RequestKind } from '../contract/requests.ts'
import { refused } from './request-context.ts'

/** Whether this caller may ask this, and whether it is well said; answers what was read of it. Throws `RefusedError`. */
export function authorized<K extends RequestKind>(caller: Caller, kind: K, input: unknown): RequestInput<K> {
  const row = requests[kind]
  if (!row.allow.includes(caller.kind)) throw refused('not_allowed', 'Only the person may do this.')
  const read = row.input.safeParse(input)
  if (!read.success) throw refused('bad_request', explain(read.error, input))
  // The table ties each kind to its schema; TypeScript cannot follow that through an index.
  return read.data as RequestInput<K>
}
