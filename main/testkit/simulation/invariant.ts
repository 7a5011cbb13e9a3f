import type { State } from '../../core/step/state.ts'
import type { Commit, Ledger } from './ledger.ts'

/** Thrown when Janus broke a promise; the message names it. */
export class Violation extends Error {}

/** Throws the promise when it is broken. */
export function must(so: boolean, promise: string): asserts so {
  if (!so) fail(promise)
}

export function fail(promise: string): never {
  throw new Violation(promise)
}

export abstract class Watcher {
  protected readonly ledger: Ledger

  constructor(ledger: Ledger) {
    this.ledger = ledger
  }

  abstract committed(commit: Commit): void
  /** The app crashed: unsaved changes are undone. */
  rebooted?(): void
  checked?(state: State, now: number): void
  /** Called at the end, when nothing is due. */
  settled?(state: State): void
}
