import { ending } from './ending.ts'
import type { Check, Fact } from './fact.ts'
import { mishaps } from './mishaps.ts'
import { pages } from './pages.ts'
import { processes } from './processes.ts'
import { starting } from './starting.ts'
import { windows } from './windows.ts'

/**
 * What we know of Electron, and how it is held: by a real one, and where the stand-in of the tests can be asked, by that
 * too. docs/electron.md is made from it.
 */
export const electronFacts: readonly Fact[] = [
  ...[...starting, ...mishaps, ...windows, ...pages, ...ending, ...processes].toSorted(
    (one, other) => one.number - other.number,
  ),
]

/** A check with the number of its fact, by which it is called. */
export interface NamedCheck {
  readonly id: string
  readonly check: Check
}

/** Every check of the table. */
export const checks: readonly NamedCheck[] = electronFacts.flatMap((fact) =>
  fact.checks.map((check) => ({ id: `${String(fact.number)} ${check.name}`, check })),
)
