/** The named fields of an object, in that order; one that is absent or undefined stays absent. */
export function pick<T extends object, K extends keyof T>(
  from: T,
  names: readonly K[],
): { [P in K]: Exclude<T[P], undefined> } {
  const picked: Partial<T> = {}
  for (const name of names) if (from[name] !== undefined) picked[name] = from[name]
  // What is missing here was optional there.
  return picked as { [P in K]: Exclude<T[P], undefined> }
}

/** An object without the fields that are undefined. */
export function defined<T extends object>(from: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined)) as never
}
