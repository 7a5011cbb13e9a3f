import { useMemo, useState, type KeyboardEvent } from 'react'
import type { GatheringId } from '../../../main/contract/gatherings.ts'
import type { AgentId } from '../../../main/contract/model.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { MenuAt } from '../../components/menu.tsx'
import { ariaHere, wordsHere } from '../../keys/keys-here.ts'
import { listedGatherings } from '../../state/selectors.ts'
import { useMirror, useMirrorList } from '../../state/store.ts'
import { show, showTimeline, useView } from '../../state/view-store.ts'
import { actionItems } from '../../entities/agent/agent-actions.tsx'
import { ClosedTabs } from '../../entities/agent/closed-tabs.tsx'
import { Arcs } from './arcs.tsx'
import { useTabDrag, type DropPlace } from './drag.ts'
import { gatheringItems } from './gathering-items.ts'
import { GatheringTab } from './gathering-tab.tsx'
import { groupsOf, sectionsOf, type TabGroup, type TabSection } from './groups.ts'
import { useOrdered } from './order.ts'
import { Tab, type MenuPlace } from './tab.tsx'
import css from './tabs.module.css'
import './gathering-tab.module.css'
import { classes } from '../../components/classes.ts'

interface TabListProps {
  readonly agents: readonly AgentView[]
  readonly selected: AgentView | null
}

interface OpenMenu {
  readonly of: AgentId | GatheringId
  readonly at: MenuPlace
}

/** Every gathering and every agent, in groups, with what they are at. */
export function TabList({ agents, selected }: TabListProps) {
  const ordered = useOrdered(agents)
  const groups = useMemo(() => groupsOf(ordered), [ordered])
  const gatherings = useMirrorList((now) => listedGatherings(now.gatherings))
  const shown = useView((now) => now.gathering)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [walked, setWalked] = useState<string | null>(null)
  const { drag, handlers } = useTabDrag()
  const target = agents.find((agent) => agent.id === menu?.of)
  const circle = gatherings.find((one) => one.id === menu?.of)
  const sections = sectionsOf(groups, gatherings)
  const stop = stopOf(sections, walked, shown ?? selected?.id)
  return (
    <nav className={css.tabs} data-part="tabs" aria-label="Tabs">
      <Top />
      <div
        className={css.tabsList}
        onKeyDown={walk}
        onFocus={({ target }) => setWalked(rowOf(target))}
        onBlur={({ relatedTarget }) => setWalked(rowOf(relatedTarget))}
      >
        <div>
          {sections.map((group) => (
            <section key={group.title} aria-label={group.title}>
              <h2 className={classes('tab-group', group.isUrgent && 'needs')}>
                <span>{group.title}</span>
                <b className="num">{group.agents.length + group.gatherings.length}</b>
              </h2>
              {group.gatherings.map((one) => (
                <GatheringTab
                  key={one.id}
                  of={one}
                  isSelected={one.id === shown}
                  isStop={one.id === stop}
                  onMenu={(at) => setMenu({ of: one.id, at })}
                />
              ))}
              {group.agents.map((agent) => (
                <Tab
                  key={agent.id}
                  agent={agent}
                  isSelected={agent.id === selected?.id}
                  isStop={agent.id === stop}
                  isLifted={drag?.agent === agent.id}
                  drop={drag === null ? null : dropAt(agent.id, group, drag.agent, drag.to)}
                  handlers={handlers(agent.id)}
                  onMenu={(at) => setMenu({ of: agent.id, at })}
                />
              ))}
            </section>
          ))}
          <ClosedTabs />
          <Arcs groups={groups} />
        </div>
      </div>
      <Foot />
      {menu && (target ?? circle) && (
        <MenuAt
          label={`Menu of ${visible(target?.name ?? circle?.topic ?? '')}`}
          items={target ? actionItems(target) : circle ? gatheringItems(circle) : []}
          at={menu.at}
          onClose={() => setMenu(null)}
        />
      )}
    </nav>
  )
}

/** The one row that Tab reaches: where the arrow keys have gone, else what is shown, else the first. */
function stopOf(sections: readonly TabSection[], walked: string | null, shown: string | undefined) {
  const rows = sections.flatMap(({ gatherings, agents }) => [...gatherings, ...agents].map(({ id }) => id))
  return rows.find((id) => id === walked) ?? rows.find((id) => id === shown) ?? rows[0]
}

/** The row that something belongs to. */
function rowOf(target: EventTarget | null): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-part=tab-row]') : null
  return row?.dataset['agent'] ?? row?.dataset['gathering'] ?? null
}

/** Where it shows where a dragged tab would go. */
function dropAt(id: AgentId, group: TabGroup, dragged: AgentId, to: DropPlace) {
  if (to.kind === 'onto') return to.agent === id ? 'onto' : null
  if (!group.agents.some((agent) => agent.id === dragged)) return null
  if (to.agent === id) return 'before'
  return to.agent === null && group.agents.at(-1)?.id === id ? 'after' : null
}

/** Up and down go from tab to tab, Home and End to the first and last. */
function walk(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const tabs = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[data-part=tab]'))
  const at = tabs.findIndex((tab) => tab === document.activeElement)
  if (at < 0) return
  const next = { ArrowDown: tabs[at + 1], ArrowUp: tabs[at - 1], Home: tabs[0], End: tabs.at(-1) }[event.key]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function Top() {
  const isRehearsal = useMirror((now) => now.status?.rehearsal === true)
  return (
    <div className={css.tabsTop}>
      <span className="mark" aria-hidden="true" />
      <span className="wordmark" role="img" aria-label="Janus" />
      {isRehearsal && (
        <span className="chip rehearsal" title="A built-in script answers; no account is used">
          rehearsal
        </span>
      )}
      <button
        type="button"
        className="btn ghost icon"
        aria-label="Search everything said"
        aria-keyshortcuts={ariaHere('search')}
        data-help={`Search everything said, ${wordsHere('search')}`}
        onClick={() => show({ kind: 'search' })}
      >
        <Icon name="search" />
      </button>
    </div>
  )
}

function Foot() {
  const isTimeline = useView((now) => now.timeline)
  return (
    <div className={css.tabsFoot}>
      <button
        type="button"
        className="btn"
        aria-label="New agent"
        aria-keyshortcuts={ariaHere('newAgent')}
        data-help={`New agent, ${wordsHere('newAgent')}`}
        onClick={() => show({ kind: 'newAgent' })}
      >
        <Icon name="plus" />
        <span>Agent</span>
      </button>
      <button
        type="button"
        className="btn"
        aria-label="New gathering"
        aria-keyshortcuts={ariaHere('convene')}
        data-help={`New gathering, ${wordsHere('convene')}`}
        onClick={() => show({ kind: 'convene' })}
      >
        <Icon name="gather" />
        <span>Gathering</span>
      </button>
      <button
        type="button"
        className="btn icon"
        aria-label="Timeline of all traffic"
        aria-pressed={isTimeline}
        aria-keyshortcuts={ariaHere('timeline')}
        data-help={`Timeline of all traffic, ${wordsHere('timeline')}`}
        onClick={() => showTimeline(!isTimeline)}
      >
        <Icon name="clock" />
      </button>
    </div>
  )
}
