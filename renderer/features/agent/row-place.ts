import type { Entry } from '../../../main/contract/model.ts'

/** The row of a block, from the block's key: `row-12`, or the so-manieth said or thought of its turn. */
export function placeOf(key: string, entries: readonly Entry[]): number | undefined {
  const [kind, count] = key.split('-')
  if (kind === 'row') return Number(count)
  return entries.filter((entry) => entry.kind === kind)[Number(count)]?.n
}
