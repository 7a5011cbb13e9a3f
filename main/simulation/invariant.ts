/** Thrown when Janus broke one of its promises; names the promise. */
export class Violation extends Error {}

/** Holds a promise: throws its words when it is not so. */
export function must(so: boolean, promise: string): asserts so {
  if (!so) fail(promise)
}

/** A promise was broken. */
export function fail(promise: string): never {
  throw new Violation(promise)
}
