import { ending } from './ending.ts'
import { isForReal, type FactCheck, type ElectronFact } from './fact.ts'
import { loading } from './loading.ts'
import { incidents } from './incidents.ts'
import { pages } from './pages.ts'
import { processes } from './processes.ts'
import { starting } from './starting.ts'
import { windows } from './windows.ts'

/** Checked against a real Electron and the stand-in; docs/electron.md is generated from these. */
export const electronFacts: readonly ElectronFact[] = [
  ...[...starting, ...incidents, ...windows, ...loading, ...pages, ...ending, ...processes].toSorted(
    (one, other) => one.number - other.number,
  ),
]

export interface NamedCheck {
  readonly id: string
  readonly check: FactCheck
}

export const checks: readonly NamedCheck[] = electronFacts.flatMap((fact) =>
  fact.checks.map((check) => ({ id: `${String(fact.number)} ${check.name}`, check })),
)

export function factLine(fact: ElectronFact): string {
  const { number, title, source } = fact
  return `${String(number)}. ${title.charAt(0).toUpperCase()}${title.slice(1)} (${source}). ${heldBy(fact)}`
}

function heldBy({ checks, unheld }: ElectronFact): string {
  const names = (asked: readonly FactCheck[]) =>
    asked.map(({ name, when }) => (when === 'running' ? `${name}*` : name))
  const [real, both] = [checks.filter(isForReal), checks.filter((check) => !isForReal(check))]
  const by = (who: string, list: readonly string[]) =>
    list.length === 0 ? [] : [`**${who}**: ${list.join(', ')}.`]
  return [
    ...by('Both', names(both)),
    ...by('Real alone', names(real)),
    ...by('Nobody', unheld === undefined ? [] : [unheld]),
  ].join(' ')
}
