import { refusal } from '../../adapters/http/refusals.ts'

const deepest = 32
const mostParts = 10_000
/** As much text as the web shell takes in one body. */
const mostText = 6 * 1024 * 1024

/**
 * A copy of what came over IPC as plain JSON: objects without a prototype, well-formed text. Structured cloning carries
 * more (dates, maps, cycles, `__proto__` as a field); none of that passes. Throws `RefusedError` `bad_request`.
 */
export function plainCopy(value: unknown): unknown {
  let parts = 0
  let text = 0
  const string = (words: string): string => {
    text += words.length
    if (text > mostText) throw refusal('too_large', 'The request is too large; a message has at most 1 MiB.')
    return words.toWellFormed()
  }
  const copy = (given: unknown, depth: number): unknown => {
    if (++parts > mostParts) throw refusal('bad_request', 'The request has too many parts.')
    if (depth > deepest) throw refusal('bad_request', 'The request is nested too deeply.')
    if (given === null || typeof given === 'boolean') return given
    if (typeof given === 'number' && Number.isFinite(given)) return given
    if (typeof given === 'string') return string(given)
    if (Array.isArray(given)) return given.map((item) => copy(item, depth + 1))
    if (isPlain(given)) return fields(given, depth)
    throw refusal('bad_request', 'The request holds something that is not JSON.')
  }
  const fields = (given: object, depth: number): object => {
    const result = Object.create(null) as Record<string, unknown>
    for (const [key, item] of Object.entries(given)) {
      if (key === '__proto__') throw refusal('bad_request', 'There is no field "__proto__" here.')
      // What is not there is not sent: as in JSON.
      if (item !== undefined) result[string(key)] = copy(item, depth + 1)
    }
    return result
  }
  return copy(value, 0)
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
