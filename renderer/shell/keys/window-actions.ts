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
import { isCollapsed, isSideOverPanes } from '../room.ts'
import type { Press } from '../../keys/chord.ts'
import type { KeyName, keyTable } from '../../keys/key-table.ts'
import { flushSync } from 'react-dom'
import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { act } from '../../state/act.ts'
import { focusCard } from '../../entities/card/card-keys.ts'
import { fieldIn, paneAround } from '../../components/focus.ts'

/** Null when there is nothing to do: the key then keeps its default meaning. */
type WindowAction = (desk: Desk, press?: Press) => (() => void) | null

/** Keys that a part of the window handles itself. */
type LocalKey = { [K in KeyName]: (typeof keyTable)[K] extends { at: string } ? K : never }[KeyName]

export type ActionName = Exclude<KeyName, LocalKey>

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
    // A tab that becomes visible focuses its composer itself.
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
    if (hasSide(desk) && isSideOverPanes()) return () => setSide('closed')
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

/** Toggles the side panel. It takes no focus, so the change is announced. */
function turnSide({ selected, gathering }: Desk) {
  const isOpen = view.getState().side === 'open'
  setSide(isOpen ? 'closed' : 'open')
  const of = selected?.name ?? (gathering === null ? '' : mirror.getState().gatherings[gathering]?.topic)
  announce(isOpen ? 'The side panel is closed' : `The side panel is open: about ${of ?? ''}`)
}

/** Links have no side panel. */
const hasSide = ({ selected, gathering }: Desk): boolean => selected !== null || gathering !== null

const asListed = (agents: Desk['agents']): Desk['agents'] =>
  groupsNow(agents).flatMap((group) => group.agents)

const isSplit = (): boolean => view.getState().panes.list.length === 2

const isTimelineShown = (): boolean => paneIndexOf(view.getState().panes, { kind: 'timeline' }) !== null

/** The previous or next tab in keyboard order, cyclic. Skips what the other pane shows. */
function neighbour({ agents, selected }: Desk, step: 1 | -1): (() => void) | null {
  const elsewhere = (id: AgentId) =>
    id !== selected?.id && paneIndexOf(view.getState().panes, { kind: 'agent', id }) !== null
  const shown = tabsToWalk(agents).filter(({ id }) => !elsewhere(id))
  const at = shown.findIndex((agent) => agent.id === selected?.id)
  // When no tab is shown, start at either end.
  const next = at < 0 ? shown.at(step === 1 ? 0 : -1) : shown[(at + step + shown.length) % shown.length]
  return next && next.id !== selected?.id ? () => select(next.id) : null
}

/** Swaps the panes and restores scroll positions and focus, which the browser drops when elements move. */
function swapInPlace(): void {
  const scrollers = document.querySelectorAll<HTMLElement>('[data-part=pane] *')
  const places = Array.from(scrollers, (one) => [one, one.scrollTop] as const).filter(([, top]) => top > 0)
  const held = document.activeElement
  flushSync(swapPanes)
  for (const [one, top] of places) one.scrollTop = top
  if (held instanceof HTMLElement && held !== document.activeElement) held.focus({ preventScroll: true })
}

/** A second press within this time ends the agent's process; ms. */
const again = 2_000

interface Interrupted {
  readonly agent: AgentId
  readonly at: number
}

/** The meaning of Escape: interrupt the turn, and shortly after that stop the process. */
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

/** What Escape does to the current agent; null: nothing. */
function escapeOf(agent: AgentView): (() => void) | null {
  // With an open question the first press goes to its card: leaving a field must not dismiss the question.
  const isAtCard = document.activeElement?.closest('[data-part=scroll] [data-part=card]') !== null
  if ((agent.cards.length > 0 || proposes(agent)) && !isAtCard) return () => void focusCard()
  const meaning = meaningOf(agent, last, performance.now())
  if (meaning === null) return null
  return () => {
    last = meaning === 'interrupt' ? { agent: agent.id, at: performance.now() } : null
    void act(meaning === 'interrupt' ? 'agents.interrupt' : 'agents.stop', { agent: agent.id })
  }
}

/** Parts of a pane, and what gets the focus in each. */
const inPane = (at: number) =>
  [
    [
      `[data-part=pane][data-at="${at}"]:not([inert])`,
      '[data-part=scroll][tabindex="0"], [data-part=choices] button',
    ],
    [`[data-part=pane][data-at="${at}"]:not([inert]) [data-part=dock]`, 'textarea, button'],
  ] as const

/** The parts of the window in cyclic order, and what gets the focus in each. */
const regions = [
  ['[data-part=tabs]', '[data-part=tab][tabindex="0"]'],
  ...inPane(0),
  ['[data-part=divider]', ''],
  ...inPane(1),
  ['[data-part=entry]', 'input, textarea, button'],
  ['#side', 'button'],
  // Not a button that acts at once: Enter would stop all agents.
  ['[data-part=status]', 'button:not([data-acts])'],
] as const

const field = (): HTMLElement | null => fieldIn(paneAround(null))

const goToField = (): void => field()?.focus()

/** Null when there is no field, or it has the focus. */
function wayToField(): (() => void) | null {
  const target = field()
  return target === null || target === document.activeElement ? null : goToField
}

/** The first visible match: a hidden element can't get the focus. */
const shownIn = (region: HTMLElement | null, which: string): HTMLElement | undefined =>
  [...(region?.querySelectorAll<HTMLElement>(which) ?? [])].find((one) => one.getClientRects().length > 0)

function wayToRegion(step: 1 | -1): (() => void) | null {
  const shown = regions.flatMap(([place, first]) => {
    const region = document.querySelector<HTMLElement>(place)
    const target = first === '' ? region : shownIn(region, first)
    return region && target ? [{ region, target }] : []
  })
  // The dock is inside the pane: take the innermost part.
  const at = shown.findLastIndex(({ region }) => region.contains(document.activeElement))
  const next = at < 0 ? shown.at(step === 1 ? 0 : -1) : shown[(at + step + shown.length) % shown.length]
  return next ? () => next.target.focus() : null
}
