/** The named fields in that order, without undefined ones. */
export function pick<T extends object, K extends keyof T>(
  from: T,
  names: readonly K[],
): { [P in K]: Exclude<T[P], undefined> } {
  const picked: Partial<T> = {}
  for (const name of names) if (from[name] !== undefined) picked[name] = from[name]
  // A field that is missing here is optional in `T`.
  return picked as { [P in K]: Exclude<T[P], undefined> }
}

export function defined<T extends object>(from: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined)) as never
}
