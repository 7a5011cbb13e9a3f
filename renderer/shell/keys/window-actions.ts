import type { AgentId } from '../../../main/contract/api/model.ts'
import { cycleDensity } from '../../features/agent/density.tsx'
import { closedAgents } from '../../entities/agent/closed-tabs.tsx'
import { closeTab } from '../../entities/agent/agent-actions.tsx'
import { reopenAgent } from '../../entities/agent/endings.ts'
import { groupsNow, tabsToWalk } from '../../features/tabs/list-layout.ts'
import { stepTab } from '../../features/tabs/order.ts'
import { toggleStop } from '../../features/status/stop.tsx'
import { goToNextWaiting, waitingThings } from '../../features/waiting/go-to-card.ts'
import { focusedThing, isListed, type Desk, isProposalOf } from '../../state/selectors.ts'
import { announce } from '../../components/voice.ts'
import { mirror } from '../../state/store.ts'
import { openFind } from '../../state/find.ts'
import { closePane, focusPane, splitPane, swapPanes } from '../../state/pane-acts.ts'
import { other, paneIndexOf } from '../../state/panes.ts'
import { select, setList, setSide, show, showTimeline, view } from '../../state/view-store.ts'
import { isCollapsed, liesOver } from '../room.ts'
import type { Press } from '../../keys/chord.ts'
import type { KeyName, keyTable } from '../../keys/key-table.ts'
import { flushSync } from 'react-dom'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { act } from '../../state/act.ts'
import { focusCard } from '../../entities/card/card-keys.ts'
import { fieldIn, paneAround } from '../../components/focus.ts'

/** An action of the window; null where there is nothing to do, so that the key stays what it is elsewhere. */
type WindowAction = (desk: Desk, press?: Press) => (() => void) | null

/** Keys that a part of the window hears itself. */
type LocalKey = { [K in KeyName]: (typeof keyTable)[K] extends { at: string } ? K : never }[KeyName]

/** The name of an action of the whole window. */
export type ActionName = Exclude<KeyName, LocalKey>

/** What each key of the window does. */
export const windowActions: Readonly<Record<ActionName, WindowAction>> = {
  palette: () => () => show({ kind: 'palette' }),
  search: () => () => show({ kind: 'search' }),
  find: ({ selected }) => (selected ? () => openFind(selected.id) : null),
  timeline: ({ agents }) => (agents.length > 0 ? () => showTimeline(!isTimelineShown()) : null),
  nextWaiting: () => (waitingThings(mirror.getState()).length > 0 ? goToNextWaiting : null),
  newAgent: () => () => show({ kind: 'newAgent' }),
  convene: () => () => show({ kind: 'convene' }),
  tab: ({ agents, selected }, press) => {
    const agent = asListed(agents)[Number(press?.code.slice('Digit'.length)) - 1]
    // A tab that comes into view takes the focus to its field by itself.
    return agent ? () => (agent.id === selected?.id ? goToField() : select(agent.id)) : null
  },
  nextTab: (desk) => neighbour(desk, 1),
  previousTab: (desk) => neighbour(desk, -1),
  moveUp: ({ meant }) => meant && (() => stepTab(meant.id, -1)),
  moveDown: ({ meant }) => meant && (() => stepTab(meant.id, 1)),
  close: ({ meant }) => meant && (() => closeTab(meant)),
  reopen: () => {
    const [last] = closedAgents(mirror.getState())
    return last ? () => void reopenAgent(last) : null
  },
  interrupt: (desk) => {
    if (focusedThing(desk.agents)?.kind === 'timeline') return () => showTimeline(false)
    if (hasSide(desk) && liesOver()) return () => setSide('closed')
    return (desk.selected && escapeOf(desk.selected)) ?? wayToField()
  },
  rename: ({ meant }) => meant && (() => show({ kind: 'rename', agent: meant.id })),
  agentSettings: ({ selected }) => selected && (() => show({ kind: 'agentSettings', agent: selected.id })),
  changes: ({ selected }) =>
    selected && (() => show({ kind: 'changes', agent: selected.id, span: 'conversation' })),
  settings: () => () => show({ kind: 'settings' }),
  linkTo: ({ agents, meant }) =>
    meant && agents.length > 1 ? () => show({ kind: 'linkTo', agent: meant.id }) : null,
  side: (desk) => (hasSide(desk) ? () => turnSide(desk) : null),
  stopAll: ({ agents }) => (agents.length > 0 ? toggleStop : null),
  density: () => cycleDensity,
  tabList: () => (!isListed(mirror.getState()) ? null : () => setList(isCollapsed() ? 'whole' : 'collapsed')),
  split: ({ agents }) => (agents.length > 0 ? splitPane : null),
  otherPane: () => (isSplit() ? () => focusPane(other(view.getState().panes.at)) : null),
  swapPanes: () => (isSplit() ? swapInPlace : null),
  closePane: () => (isSplit() ? () => closePane() : null),
  nextRegion: () => wayToRegion(1),
  previousRegion: () => wayToRegion(-1),
  keys: () => () => show({ kind: 'keys' }),
}

/** Opens what stands at the side, or closes it: it takes no focus, so it is told. */
function turnSide({ selected, gathering }: Desk) {
  const isOpen = view.getState().side === 'open'
  setSide(isOpen ? 'closed' : 'open')
  const of = selected?.name ?? (gathering === null ? '' : mirror.getState().gatherings[gathering]?.topic)
  announce(isOpen ? 'The side panel is closed' : `The side panel is open: about ${of ?? ''}`)
}

/** An agent and a gathering have something at their side; a link has not. */
const hasSide = ({ selected, gathering }: Desk): boolean => selected !== null || gathering !== null

const asListed = (agents: Desk['agents']): Desk['agents'] =>
  groupsNow(agents).flatMap((group) => group.agents)

const isSplit = (): boolean => view.getState().panes.list.length === 2

const isTimelineShown = (): boolean => paneIndexOf(view.getState().panes, { kind: 'timeline' }) !== null

/**
 * The tab before or after the one in view, each in its place, asleep or not; round at its ends. What the other pane shows is
 * passed over: the keys turn the pages of one.
 */
function neighbour({ agents, selected }: Desk, step: 1 | -1): (() => void) | null {
  const elsewhere = (id: AgentId) =>
    id !== selected?.id && paneIndexOf(view.getState().panes, { kind: 'agent', id }) !== null
  const shown = tabsToWalk(agents).filter(({ id }) => !elsewhere(id))
  const at = shown.findIndex((agent) => agent.id === selected?.id)
  // Where no tab is in view, both directions begin at an end.
  const next = at < 0 ? shown.at(step === 1 ? 0 : -1) : shown[(at + step + shown.length) % shown.length]
  return next && next.id !== selected?.id ? () => select(next.id) : null
}

/** The two panes change places; where one reads and writes in them stays: the page forgets that of what is moved. */
function swapInPlace(): void {
  const scrollers = document.querySelectorAll<HTMLElement>('[data-part=pane] *')
  const places = Array.from(scrollers, (one) => [one, one.scrollTop] as const).filter(([, top]) => top > 0)
  const held = document.activeElement
  flushSync(swapPanes)
  for (const [one, top] of places) one.scrollTop = top
  if (held instanceof HTMLElement && held !== document.activeElement) held.focus({ preventScroll: true })
}

/** A second press within this time means the agent itself, in ms. */
const again = 2_000

interface Interrupted {
  readonly agent: AgentId
  readonly at: number
}

/** What a press of Esc means: end the turn, and soon after that end the process. Pure. */
export function meaningOf(
  agent: Pick<AgentView, 'id' | 'status'>,
  last: Interrupted | null,
  now: number,
): 'interrupt' | 'stop' | null {
  const isAgain = last?.agent === agent.id && now - last.at <= again
  if (isAgain) return agent.status === 'stopped' || agent.status === 'asleep' ? null : 'stop'
  return agent.status === 'working' ? 'interrupt' : null
}

let last: Interrupted | null = null

const proposes = ({ id }: AgentView): boolean =>
  Object.values<GatheringView>(mirror.getState().gatherings).some((one) => isProposalOf(one, id))

/** What Esc would do to the agent in view; null where it does nothing. */
function escapeOf(agent: AgentView): (() => void) | null {
  // While it asks, the first press leads to the card: nobody takes their own question away by leaving a field.
  const isAtCard = document.activeElement?.closest('[data-part=scroll] [data-part=card]') !== null
  if ((agent.cards.length > 0 || proposes(agent)) && !isAtCard) return () => void focusCard()
  const meaning = meaningOf(agent, last, performance.now())
  if (meaning === null) return null
  return () => {
    last = meaning === 'interrupt' ? { agent: agent.id, at: performance.now() } : null
    void act(meaning === 'interrupt' ? 'agents.interrupt' : 'agents.stop', { agent: agent.id })
  }
}

/** Parts of a pane, and what takes the focus in each. */
const inPane = (at: number) =>
  [
    [
      `[data-part=pane][data-at="${at}"]:not([inert])`,
      '[data-part=scroll][tabindex="0"], [data-part=choices] button',
    ],
    [`[data-part=pane][data-at="${at}"]:not([inert]) [data-part=dock]`, 'textarea, button'],
  ] as const

/** The parts of the window in the order in which the key goes round, and what takes the focus in each. */
const regions = [
  ['[data-part=tabs]', '[data-part=tab][tabindex="0"]'],
  ...inPane(0),
  ['[data-part=divider]', ''],
  ...inPane(1),
  ['[data-part=entry]', 'input, textarea, button'],
  ['#side', 'button'],
  // Never on what acts at once: Enter after the key would stop everything.
  ['[data-part=status]', 'button:not([data-acts])'],
] as const

const field = (): HTMLElement | null => fieldIn(paneAround(null))

const goToField = (): void => field()?.focus()

/** The same, or null where there is nothing to write in, or it has the focus already. */
function wayToField(): (() => void) | null {
  const target = field()
  return target === null || target === document.activeElement ? null : goToField
}

/** The first that is shown: what has given way to a name takes no focus. */
const shownIn = (region: HTMLElement | null, which: string): HTMLElement | undefined =>
  [...(region?.querySelectorAll<HTMLElement>(which) ?? [])].find((one) => one.getClientRects().length > 0)

/** The way to the next part of the window, or the one before; round at its ends. */
function wayToRegion(step: 1 | -1): (() => void) | null {
  const shown = regions.flatMap(([place, first]) => {
    const region = document.querySelector<HTMLElement>(place)
    const target = first === '' ? region : shownIn(region, first)
    return region && target ? [{ region, target }] : []
  })
  // The dock is in the pane too: the last that has the focus is the one.
  const at = shown.findLastIndex(({ region }) => region.contains(document.activeElement))
  const next = at < 0 ? shown.at(step === 1 ? 0 : -1) : shown[(at + step + shown.length) % shown.length]
  return next ? () => next.target.focus() : null
}
