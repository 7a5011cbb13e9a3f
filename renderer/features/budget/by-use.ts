import { allTokens, type DayPart } from '../../../main/contract/budget/budget.ts'

/** The parts of a day, most used first: by money where it is paid, else by tokens of all kinds, as they are shown. */
export function byUse(
  parts: Readonly<Record<string, DayPart>>,
  isPaid: boolean,
): readonly (readonly [string, DayPart])[] {
  return Object.entries(parts).sort(([, a], [, b]) =>
    isPaid && a.costUsd !== b.costUsd ? b.costUsd - a.costUsd : allTokens(b.tokens) - allTokens(a.tokens),
  )
}
