import type { UtteranceView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { Phase, UtteranceId } from '../../../main/contract/gatherings/gatherings.ts'

/** A row, or the banner of a phase with its summary. */
export type ScrollRow =
  | { readonly kind: 'row'; readonly row: UtteranceView }
  | {
      readonly kind: 'phase'
      readonly row: UtteranceView
      readonly isCollapsed: boolean
      /** The next phase has begun. */
      readonly isOver: boolean
      /** Turns spoken in it, and by how many seats. */
      readonly spoken: number
      readonly voices: number
    }

/** A phase under its own banner: `hold 1`, and `hold 3` when objections have reopened it. */
export type Part = `${Phase} ${number}`

/** The part that a row belongs to; null when its banner is not loaded. */
export function partOf({ phase, round }: UtteranceView, items: readonly UtteranceView[]): Part | null {
  const banner = items.findLast((one) => one.kind === 'phase' && one.phase === phase && one.round <= round)
  return banner ? `${phase} ${banner.round}` : null
}

/** `collapsed`: parts whose rows are hidden. */
export function scrollRows(
  items: readonly UtteranceView[],
  collapsed: ReadonlySet<Part>,
): readonly ScrollRow[] {
  const banners = items.filter((row) => row.kind === 'phase')
  const last = banners.at(-1)
  return items.flatMap((row): ScrollRow[] => {
    const part = partOf(row, banners)
    const isCollapsed = part !== null && collapsed.has(part)
    if (row.kind !== 'phase') return isCollapsed ? [] : [{ kind: 'row', row }]
    const under = items.filter((one) => spoke(one) && partOf(one, banners) === part)
    const voices = new Set(under.map((one) => one.number)).size
    const isOver = last !== undefined && partOf(last, banners) !== part
    return [{ kind: 'phase', row, isCollapsed, isOver, spoken: under.length, voices }]
  })
}

const spoke = ({ kind }: UtteranceView) => kind === 'said' || kind === 'passed' || kind === 'silent'

/** Ids of the first sealed statement per round: a note that they are sealed is shown above these. */
export function firstSealed(items: readonly UtteranceView[]): ReadonlySet<UtteranceId> {
  const firsts = new Map<string, UtteranceId>()
  for (const { id, phase, round, sealed } of items)
    if (sealed && !firsts.has(`${phase} ${round}`)) firsts.set(`${phase} ${round}`, id)
  return new Set(firsts.values())
}

/** Parts that are over, as far as the loaded rows show. */
export function partsOver(items: readonly UtteranceView[]): ReadonlySet<Part> {
  const begun = items.flatMap((row) => (row.kind === 'phase' ? (partOf(row, items) ?? []) : []))
  return new Set(begun.slice(0, -1))
}
