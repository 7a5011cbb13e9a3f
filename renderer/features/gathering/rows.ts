import type { UtteranceView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { Phase, UtteranceId } from '../../../main/contract/gatherings/gatherings.ts'

/** What the scroll shows: a row, or the banner of a phase with what stands under it. */
export type ScrollRow =
  | { readonly kind: 'row'; readonly row: UtteranceView }
  | {
      readonly kind: 'phase'
      readonly row: UtteranceView
      readonly isCollapsed: boolean
      /** It is over: the next one has begun. */
      readonly isOver: boolean
      /** Turns spoken in it, and by how many. */
      readonly spoken: number
      readonly voices: number
    }

/** The rows of the scroll, without those under a collapsed banner. `collapsed`: phases whose rows do not show. */
export function scrollRows(
  items: readonly UtteranceView[],
  collapsed: ReadonlySet<Phase>,
): readonly ScrollRow[] {
  const banners = new Set(items.filter((row) => row.kind === 'phase').map((row) => row.phase))
  const last = items.findLast((row) => row.kind === 'phase')?.phase
  return items.flatMap((row): ScrollRow[] => {
    const isCollapsed = collapsed.has(row.phase) && banners.has(row.phase)
    if (row.kind !== 'phase') return isCollapsed ? [] : [{ kind: 'row', row }]
    const under = items.filter((one) => one.phase === row.phase && spoke(one))
    const voices = new Set(under.map((one) => one.number)).size
    return [{ kind: 'phase', row, isCollapsed, isOver: row.phase !== last, spoken: under.length, voices }]
  })
}

const spoke = ({ kind }: UtteranceView) => kind === 'said' || kind === 'passed' || kind === 'silent'

/** The first sealed words of each round, by id: above these it is told once that words are sealed. */
export function firstSealed(items: readonly UtteranceView[]): ReadonlySet<UtteranceId> {
  const firsts = new Map<string, UtteranceId>()
  for (const { id, phase, round, sealed } of items)
    if (sealed && !firsts.has(`${phase} ${round}`)) firsts.set(`${phase} ${round}`, id)
  return new Set(firsts.values())
}

/** Phases that are over, so far as rows tell. */
export function phasesOver(items: readonly UtteranceView[]): ReadonlySet<Phase> {
  const begun = items.filter((row) => row.kind === 'phase').map((row) => row.phase)
  return new Set(begun.slice(0, -1))
}
