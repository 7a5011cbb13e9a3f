/**
 * Returns `after`, reusing equal parts of `before` at every depth, so that unchanged parts stay the same
 * objects and render nothing. For plain JSON values.
 */
export function reuseEqualParts<T>(before: unknown, after: T): T {
  if (Object.is(before, after)) return after
  if (Array.isArray(before) && Array.isArray(after)) return sharedList(before, after) as T
  return isRecord(before) && isRecord(after) ? (sharedRecord(before, after) as T) : after
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Matches items by `id` if they have one, so that removing one does not change those behind it. */
function sharedList(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const known = new Map(before.map((one, at) => [idOf(one) ?? at, one]))
  const parts = after.map((one, at) => reuseEqualParts(known.get(idOf(one) ?? at), one))
  return parts.length === before.length && parts.every((part, at) => part === before[at]) ? before : parts
}

const idOf = (value: unknown): string | null =>
  isRecord(value) && typeof value['id'] === 'string' ? value['id'] : null

function sharedRecord(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const names = Object.keys(after)
  const parts = names.map((name) => reuseEqualParts(before[name], after[name]))
  const isSame =
    Object.keys(before).length === names.length && names.every((name, at) => parts[at] === before[name])
  return isSame ? before : Object.fromEntries(names.map((name, at) => [name, parts[at]]))
}
