import type { LinkId } from '../../../main/contract/links/links.ts'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'

/** A link in the margin of the tab list: where its members stand, and in which lane it runs. */
export interface Arc {
  readonly link: LinkId
  /** Middles of the members' tabs, from above, in px. */
  readonly at: readonly number[]
  /** From 0, the one nearest to the tabs. */
  readonly lane: number
}

/** So many lanes have room; beyond that they are shared. */
const lanes = 3

/** Arcs for all links of which two members or more are in the list; those that overlap run in lanes of their own. */
export function arcsOf(
  links: readonly Pick<LinkView, 'id' | 'members'>[],
  places: ReadonlyMap<AgentId, number>,
): readonly Arc[] {
  const arcs: Arc[] = []
  const spans = links
    .map(({ id, members }) => ({
      link: id,
      at: members.flatMap((one) => places.get(one) ?? []).sort((a, b) => a - b),
    }))
    .filter(({ at }) => at.length > 1)
    .sort((a, b) => lengthOf(a.at) - lengthOf(b.at))
  for (const span of spans) {
    const taken = new Set(arcs.filter((arc) => isOver(arc.at, span.at)).map((arc) => arc.lane))
    const free = Array.from({ length: lanes }, (_, lane) => lane).find((lane) => !taken.has(lane))
    arcs.push({ ...span, lane: free ?? lanes - 1 })
  }
  return arcs
}

const ends = (at: readonly number[]) => [at[0] ?? 0, at.at(-1) ?? 0] as const

function lengthOf(at: readonly number[]): number {
  const [first, last] = ends(at)
  return last - first
}

function isOver(one: readonly number[], other: readonly number[]): boolean {
  const [a, b] = ends(one)
  const [c, d] = ends(other)
  return a <= d && c <= b
}

/** Where each lane runs, in px from the left, by how many there are. */
const lefts = [[4], [7, 3], [8.5, 5, 1.5]] as const
/** Where the tabs' signs begin. */
const right = 15
const bend = 5

/** The arc as a path. `count`: how many lanes there are. */
export function pathOf({ at, lane }: Arc, count: number): string {
  const x = lefts[Math.min(count, lanes) - 1]?.[lane] ?? lefts[0][0]
  const [first, last] = ends(at)
  const round = Math.min(bend, (last - first) / 2)
  const between = at.slice(1, -1).map((y) => `M${x} ${y}H${right}`)
  return [
    `M${right} ${first}H${x + round}Q${x} ${first} ${x} ${first + round}`,
    `V${last - round}Q${x} ${last} ${x + round} ${last}H${right}`,
    ...between,
  ].join('')
}
