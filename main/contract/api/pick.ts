/** The fields of an object that are named, in that order; one that it lacks stays absent. */
export function pick<T extends object, K extends keyof T>(from: T, names: readonly K[]): Pick<T, K> {
  const picked: Partial<Pick<T, K>> = {}
  for (const name of names) if (from[name] !== undefined) picked[name] = from[name]
  // What is missing now was missing in `from`, and its type allows that.
  return picked as Pick<T, K>
}
