import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { useMirrorList } from '../../state/store.ts'
import { shownIn, type PaneState } from '../../state/panes.ts'
import { useView } from '../../state/view-store.ts'
import { openLinks } from '../../state/selectors.ts'
import type { TabGroup } from './groups.ts'
import { classes } from '../../components/classes.ts'
import css from './arcs.module.css'
import type { LinkId } from '../../../main/contract/links/links.ts'

function linkIn(pane: PaneState): string {
  const thing = shownIn(pane)
  return thing?.kind === 'link' ? thing.id : ''
}

type Places = ReadonlyMap<AgentId, number>

/** Arcs in the margin between linked tabs. The tab's label names its links for screen readers. */
export function Arcs({ groups }: { readonly groups: readonly TabGroup[] }) {
  const links = useMirrorList((now) => openLinks(now.links))
  const shown = useView(({ panes }) => panes.list.map((pane) => linkIn(pane)).join(' '))
  const { svg, places } = usePlaces(groups)
  const arcs = useMemo(() => arcsOf(links, places), [links, places])
  const count = Math.max(1, ...arcs.map((arc) => arc.lane + 1))
  const kindOf = (id: LinkView['id']) => {
    const link = links.find((one) => one.id === id)
    const rests = link && (link.pauseReason !== null || link.mode === 'paused')
    return classes(shown.split(' ').includes(id) && css.shown, rests && css.rests)
  }
  return (
    <svg ref={svg} className={css.arcs} data-part="arcs" aria-hidden="true">
      {arcs.map((arc) => (
        <path key={arc.link} className={kindOf(arc.link)} d={pathOf(arc, count)} />
      ))}
    </svg>
  )
}

/** Positions of the tabs in px; measured again when their order or the list's height changes. */
function usePlaces(groups: readonly TabGroup[]) {
  const svg = useRef<SVGSVGElement>(null)
  const [places, setPlaces] = useState<Places>(new Map())
  const order = groups.map((group) => group.agents.map((one) => one.id).join(' ')).join('/')
  useLayoutEffect(() => {
    const list = svg.current?.parentElement
    if (!list) return
    const watch = new ResizeObserver(() => setPlaces((before) => kept(before, measured(list))))
    watch.observe(list)
    return () => watch.disconnect()
  }, [order])
  return { svg, places }
}

function measured(list: Element): Places {
  const rows = Array.from(list.querySelectorAll<HTMLElement>('[data-part=tab-row]'))
  return new Map(
    rows.map((row) => [row.dataset['agent'] as AgentId, row.offsetTop + row.offsetHeight / 2] as const),
  )
}

const kept = (before: Places, after: Places): Places =>
  before.size === after.size && [...after].every(([id, at]) => before.get(id) === at) ? before : after

interface Arc {
  readonly link: LinkId
  /** Centers of the members' tabs from the top; px. */
  readonly at: readonly number[]
  /** From 0, the one nearest to the tabs. */
  readonly lane: number
}

/** Lanes that fit; more arcs share them. */
const lanes = 3

/** Arcs for all links with two or more members in the list; overlapping ones get different lanes. */
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

/** X of each lane in px, by the number of lanes. */
const lefts = [[4], [7, 3], [8.5, 5, 1.5]] as const
/** X where the tabs' icons begin. */
const right = 15
const bend = 5

/** The SVG path of an arc. `count`: number of lanes. */
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
