import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { useMirrorList } from '../../state/store.ts'
import { shownIn, type Pane } from '../../state/panes.ts'
import { useView } from '../../state/view-store.ts'
import { openLinks } from '../../state/selectors.ts'
import { arcsOf, pathOf } from './arc-lanes.ts'
import type { TabGroup } from './groups.ts'
import { classes } from '../../components/classes.ts'
import css from './arcs.module.css'

/** The link that a pane shows; empty for none. */
function linkIn(pane: Pane): string {
  const thing = shownIn(pane)
  return thing?.kind === 'link' ? thing.id : ''
}

type Places = ReadonlyMap<AgentId, number>

/** Arcs in the margin between linked tabs. A tab says in words whom it is linked with. */
export function Arcs({ groups }: { readonly groups: readonly TabGroup[] }) {
  const links = useMirrorList((now) => openLinks(now.links))
  const shown = useView(({ panes }) => panes.list.map((pane) => linkIn(pane)).join(' '))
  const { svg, places } = usePlaces(groups)
  const arcs = useMemo(() => arcsOf(links, places), [links, places])
  const count = Math.max(1, ...arcs.map((arc) => arc.lane + 1))
  const kindOf = (id: LinkView['id']) => {
    const link = links.find((one) => one.id === id)
    const rests = link && (link.rests !== null || link.mode === 'paused')
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

/** Where the tabs stand in the list, in px; measured again when their order changes, or the height of all that is in it. */
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
