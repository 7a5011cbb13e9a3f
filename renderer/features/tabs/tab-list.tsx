import {
  useCallback,
  useEffect,
  useMemo,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { visible } from '../../components/hygiene.ts'
import { MenuAt } from '../../components/menu.tsx'
import { other, shownIn } from '../../state/panes.ts'
import { deskNow, listedGatherings, useShownAnywhere } from '../../state/selectors.ts'
import { useMirrorList, openAgents, useMirror } from '../../state/store.ts'
import { select, useView, show, showTimeline } from '../../state/view-store.ts'
import { actionItems } from '../../entities/agent/agent-actions.tsx'
import { ClosedTabs } from '../../entities/agent/closed-tabs.tsx'
import { Arcs } from './arcs.tsx'
import { ChosenBar, choose, chooseTo, toggle, useChosen } from './chosen-bar.tsx'
import { useTabDrag, type DropPlace } from './drag.ts'
import { gatheringItems, GatheringTab } from './gathering-tab.tsx'
import { tabGroups, matchingTabs, roomy, tabSections, type TabSection } from './groups.ts'
import { circleKey, MachineSection, peerKey, useMachines, type ShownMachine } from './machine-section.tsx'
import { followAsleep, holdList, useLayout } from './list-layout.ts'
import { useOrdered } from './order.ts'
import { RoomSection, useRooms } from './room-tab.tsx'
import { SectionHead, useAsleepCollapse } from './section-head.tsx'
import { Tab, type MenuPlace } from './tab.tsx'
import css from './tabs.module.css'
import { Button, IconButton } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { namedWithKeys } from '../../keys/current-keys.ts'
import { useUnfinishedCount } from '../../entities/task/use-tasks.ts'
import { classes } from '../../components/classes.ts'

interface TabListProps {
  readonly agents: readonly AgentView[]
  readonly selected: AgentView | null
  readonly toasts: ReactNode
  readonly asks: ReactNode
}

interface OpenMenu {
  readonly of: AgentId | GatheringId
  readonly at: MenuPlace
}

export function TabList({ agents, selected, toasts, asks }: TabListProps) {
  const { typed, setTyped, sections, groups, machines } = useSections(agents)
  const rooms = useRooms(typed)
  const collapse = useAsleepCollapse(typed !== '')
  const [shown, beside] = useShownIds(selected)
  const gatherings = sections.flatMap((one) => one.gatherings)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const [walked, setWalked] = useState<string | null>(null)
  const { drag, handlers } = useTabDrag()
  const chosen = useChosen()
  const stop = stopOf(rooms, sections, machines, walked, shown)
  const openMenu = useCallback((of: AgentId, at: MenuPlace) => setMenu({ of, at }), [])
  const rowOfTab = (agent: AgentView, group: TabSection) => (
    <Tab
      key={agent.id}
      agent={agent}
      isShown={shownAs(agent.id, shown, beside)}
      isChosen={chosen.includes(agent.id)}
      isStop={agent.id === stop}
      isLifted={drag?.agent === agent.id}
      drop={drag === null ? null : dropAt(agent.id, group, drag.agent, drag.to)}
      handlers={handlers}
      onPick={pick}
      onMenu={openMenu}
    />
  )
  return (
    <nav className={css.tabs} data-part="tabs" aria-label="Tabs">
      <Top />
      {(agents.length > roomy || typed !== '') && <Filter typed={typed} onType={setTyped} />}
      <div
        className={css.tabsList}
        onKeyDown={walk}
        onFocus={({ target }) => setWalked(rowOf(target))}
        onBlur={({ relatedTarget }) => setWalked(rowOf(relatedTarget))}
        onPointerEnter={() => holdList(true)}
        onPointerLeave={() => holdList(false)}
      >
        <div>
          <RoomSection rooms={rooms} stop={stop} shownAs={(id) => shownAs(id, shown, beside)} />
          {sections.map((group) => (
            <section key={group.key} aria-label={visible(group.title)}>
              <SectionHead of={group} collapse={collapse} />
              {group.gatherings.map((one) => (
                <GatheringTab
                  key={one.id}
                  of={one}
                  isShown={shownAs(one.id, shown, beside)}
                  isStop={one.id === stop}
                  onMenu={(at) => setMenu({ of: one.id, at })}
                />
              ))}
              {/* A selected tab stays visible: actions on the selection include it. */}
              {group.agents
                .filter(({ id }) => group.kind !== 'asleep' || collapse.isOpen || chosen.includes(id))
                .map((agent) => rowOfTab(agent, group))}
            </section>
          ))}
          {machines.map((machine) => (
            <MachineSection key={machine.of.name} machine={machine} stop={stop} />
          ))}
          {typed !== '' && groups.length + machines.length + rooms.length === 0 && (
            <p className={css.none} role="status">
              No matching tabs.
            </p>
          )}
          <ClosedTabs />
          <Arcs groups={groups} />
        </div>
      </div>
      {toasts}
      {asks}
      <ChosenBar agents={agents.filter(({ id }) => chosen.includes(id))} />
      <Foot />
      {menu && <ListMenu {...menu} agents={agents} gatherings={gatherings} onClose={() => setMenu(null)} />}
    </nav>
  )
}

interface ListMenuProps extends OpenMenu {
  readonly agents: readonly AgentView[]
  readonly gatherings: readonly GatheringView[]
  readonly onClose: () => void
}

function ListMenu({ of, at, agents, gatherings, onClose }: ListMenuProps) {
  const target = agents.find((agent) => agent.id === of)
  const circle = gatherings.find((one) => one.id === of)
  if (!target && !circle) return null
  return (
    <MenuAt
      label={`Menu of ${visible(target?.name ?? circle?.topic ?? '')}`}
      items={target ? [...actionItems(target), chooseItem(target.id)] : circle ? gatheringItems(circle) : []}
      at={at}
      onClose={onClose}
    />
  )
}

const chooseItem = (id: AgentId) => ({ label: 'Select several…', run: () => toggle(id), isRare: true })

function useSections(agents: readonly AgentView[]) {
  const [typed, setTyped] = useState('')
  const layout = useLayout()
  const ordered = useOrdered(agents)
  const all = useMirrorList((now) => listedGatherings(now.gatherings))
  useEffect(followAsleep, [])
  useEffect(() => () => choose([]), [])
  const groups = useMemo(() => tabGroups(matchingTabs(ordered, typed), layout), [ordered, typed, layout])
  const machines = useMachines(typed)
  return { typed, setTyped, groups, machines, sections: tabSections(groups, typed === '' ? all : []) }
}

function useShownIds(selected: AgentView | null): readonly [string | undefined, string | undefined] {
  const { list, at } = useView((now) => now.panes)
  const [here, there] = [list[at], list[other(at)]].map((pane) => {
    const thing = pane ? shownIn(pane) : null
    return thing !== null && 'id' in thing ? thing.id : undefined
  })
  return [selected?.id ?? here, there]
}

function shownAs(id: string, here: string | undefined, there: string | undefined) {
  if (id === here) return 'here'
  return id === there ? 'beside' : 'no'
}

/** The only row in the tab order: the one that arrow keys went to, else the one shown, else the first. */
function stopOf(
  rooms: readonly { readonly id: string }[],
  sections: readonly TabSection[],
  machines: readonly ShownMachine[],
  walked: string | null,
  shown: string | undefined,
): string | undefined {
  const own = sections.flatMap(({ gatherings, agents }) => [...gatherings, ...agents].map(({ id }) => id))
  const peers = machines.flatMap(({ of, rows, circles }) => [
    ...rows.map((agent) => peerKey({ machine: of, agent })),
    ...circles.map(circleKey),
  ])
  const rows: readonly string[] = [...rooms.map(({ id }) => id), ...own, ...peers]
  return rows.find((id) => id === walked) ?? rows.find((id) => id === shown) ?? rows[0]
}

function rowOf(target: EventTarget | null): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-part=tab-row]') : null
  const { agent, gathering, link, peer } = row?.dataset ?? {}
  return agent ?? gathering ?? link ?? peer ?? null
}

function dropAt(id: AgentId, group: Pick<TabSection, 'agents'>, dragged: AgentId, to: DropPlace) {
  if (to.kind === 'onto') return to.agent === id ? 'onto' : null
  if (to.kind === 'pane' || !group.agents.some((agent) => agent.id === dragged)) return null
  if (to.agent === id) return 'before'
  return to.agent === null && group.agents.at(-1)?.id === id ? 'after' : null
}

/** A click shows a tab; Ctrl (⌘) toggles its selection, Shift selects up to it. */
function pick(id: AgentId, { ctrlKey, metaKey, shiftKey, currentTarget }: MouseEvent) {
  if (shiftKey)
    return chooseTo(id, idsOf(tabsIn(currentTarget.closest('nav'))), deskNow().selected?.id ?? null)
  if (ctrlKey || metaKey) return toggle(id)
  choose([])
  select(id)
}

const tabsIn = (part: Element | null) =>
  Array.from(part?.querySelectorAll<HTMLElement>('[data-part=tab]') ?? [])
const idsOf = (tabs: readonly HTMLElement[]) => tabs.map(rowOf).filter((id) => isAgent(id))

/** Arrow keys, Home and End move between tabs; with Shift they select, as does Shift+Space. */
function walk(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const tabs = tabsIn(event.currentTarget)
  const at = tabs.findIndex((tab) => tab === document.activeElement)
  if (at >= 0 && event.key === ' ' && event.shiftKey) {
    const here = rowOf(tabs[at] ?? null)
    event.preventDefault()
    if (isAgent(here)) toggle(here)
    return
  }
  // From a heading the keys go to the nearest tabs; in a field they belong to the field.
  if (at < 0 && !(event.target as Element).closest('h2')) return
  const below = at < 0 ? tabs.findIndex((tab) => isAfter(tab, event.target as Node)) : at + 1
  const above = at < 0 ? (below < 0 ? tabs.length : below) - 1 : at - 1
  const next = { ArrowDown: tabs[below], ArrowUp: tabs[above], Home: tabs[0], End: tabs.at(-1) }[event.key]
  if (!next) return
  event.preventDefault()
  next.focus()
  if (!event.shiftKey || at < 0) return
  const [from, to] = [rowOf(tabs[at] ?? null), rowOf(next)]
  if (isAgent(from) && isAgent(to)) chooseTo(to, idsOf(tabs), from)
}

const isAfter = (one: Node, other: Node): boolean =>
  (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

const isAgent = (id: string | null): id is AgentId => id?.startsWith('agt-') === true

function Filter({ typed, onType }: { readonly typed: string; readonly onType: (typed: string) => void }) {
  return (
    <div className={css.filter}>
      <input
        type="search"
        className="input"
        aria-label="Filter the tabs"
        placeholder="Filter"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || typed === '') return
          event.preventDefault()
          event.stopPropagation()
          onType('')
        }}
      />
    </div>
  )
}

function Top() {
  const isRehearsal = useMirror((now) => now.status?.rehearsal === true)
  const tasks = useUnfinishedCount()
  return (
    <div className={classes('row gap-3 no-shrink', css.tabsTop)}>
      <span className="mark" aria-hidden="true" />
      <span className="wordmark" role="img" aria-label="Janus" />
      {isRehearsal && (
        <span className="chip rehearsal" title="A built-in script answers; no account is used">
          demo
        </span>
      )}
      <Button
        variant="ghost"
        className={classes(css.tasks, tasks === 0 && 'icon')}
        aria-label={tasks === 0 ? 'Tasks' : `Tasks, ${String(tasks)} unfinished`}
        data-help="Tasks"
        onClick={() => show({ kind: 'tasks' })}
      >
        <Icon name="checklist" />
        {tasks > 0 && <span className="num">{tasks}</span>}
      </Button>
      <IconButton
        icon="search"
        {...namedWithKeys('Search everything said', 'search')}
        onClick={() => show({ kind: 'search' })}
      />
    </div>
  )
}

function Foot() {
  const isTimeline = useShownAnywhere('timeline')
  const isEmpty = useMirror((now) => openAgents(now).length === 0)
  return (
    <div className={css.tabsFoot}>
      <Button {...namedWithKeys('New agent', 'newAgent')} onClick={() => show({ kind: 'newAgent' })}>
        <Icon name="plus" />
        <span>Agent</span>
      </Button>
      <Button {...namedWithKeys('New gathering', 'convene')} onClick={() => show({ kind: 'convene' })}>
        <Icon name="gather" />
        <span>Gathering</span>
      </Button>
      <Button
        className="icon"
        {...namedWithKeys('Timeline of all events', 'timeline')}
        aria-pressed={isTimeline}
        disabled={isEmpty}
        onClick={() => showTimeline(!isTimeline)}
      >
        <Icon name="clock" />
      </Button>
    </div>
  )
}
