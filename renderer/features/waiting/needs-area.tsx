import { useRef } from 'react'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { useStillHand } from '../../components/use-still-hand.ts'
import { focused, shownIn, type Thing } from '../../state/panes.ts'
import { listedGatherings } from '../../state/selectors.ts'
import { useMirror, useMirrorList } from '../../state/store.ts'
import { useView } from '../../state/view-store.ts'
import { AllowAll } from './allow-all.tsx'
import { equalAsks } from './asked-acts.tsx'
import { goToThing, placesOf } from './go-to-card.ts'
import { TrayRow } from './tray-row.tsx'
import { waitingFor } from './waiting-list.ts'
import css from './tray.module.css'

const idOf = (thing: Thing | null): string => (thing !== null && 'id' in thing ? thing.id : '')

/**
 * What waits for the person in other tabs than the one in view, answered in place. It has an area of its own below the
 * list, so that no tab moves when something begins to wait.
 */
export function NeedsArea({ agents }: { readonly agents: readonly AgentView[] }) {
  const list = useRef<HTMLElement>(null)
  const gatherings = useMirrorList((now) => listedGatherings(now.gatherings))
  const links = useMirrorList((now) => Object.values<LinkView>(now.links))
  const fleet = useMirror((now) => now.status?.fleet ?? null)
  const shown = useView(({ panes, room }) =>
    (room === 1 ? [focused(panes)] : panes.list).map((pane) => idOf(shownIn(pane))).join(' '),
  )
  const things = waitingFor(agents, gatherings, links, fleet).filter(
    (thing) => !placesOf(thing).some((place) => shown.split(' ').includes(place)),
  )
  const handlers = useStillHand(things.map(({ key }) => key).join(' '))
  if (things.length === 0) return null
  return (
    <section ref={list} className={css.area} aria-label="Needs you" data-part="needs-area" {...handlers}>
      <h2 className="tab-group needs">
        <span>Needs you</span>
        <b className="num">{things.length}</b>
      </h2>
      {equalAsks(things).map((set) => (
        <AllowAll key={set[0]?.key} equal={set} />
      ))}
      <ul>
        {things.map((thing) => (
          <TrayRow
            key={thing.key}
            thing={thing}
            isFirst={false}
            onGo={() => goToThing(thing)}
            onLeave={() => undefined}
          />
        ))}
      </ul>
    </section>
  )
}
