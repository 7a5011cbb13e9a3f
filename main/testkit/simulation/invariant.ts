import type { State } from '../../core/step/state.ts'
import type { Commit, Ledger } from './ledger.ts'

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

/** Looks at every commit for one kind of promise; throws a `Violation` at the step that breaks one. */
export abstract class Watcher {
  protected readonly ledger: Ledger

  constructor(ledger: Ledger) {
    this.ledger = ledger
  }

  abstract committed(commit: Commit): void
  /** The app died: what it could not save in time has not happened. */
  rebooted?(): void
  /** Time has passed. */
  checked?(state: State, now: number): void
  /** The world has come to rest. */
  settled?(state: State): void
}
