import type { RunningHeartbeat } from '../../main/contract/timers/heartbeats.ts'
import { stateOf, waitingMail } from '../entities/agent/agent-state.ts'
import type {
  GatheringLine,
  GatheringView,
  UtteranceView,
} from '../../main/contract/gatherings/gathering-views.ts'
import type { LinkView } from '../../main/contract/links/link-views.ts'
import type { MessageId } from '../../main/contract/api/model.ts'
import type { AgentView } from '../../main/contract/api/views.ts'
import type { Settings } from '../../main/contract/app/settings.ts'
import { switchAll } from '../state/switch-all.ts'
import { paneAround } from '../components/focus.ts'
import { dayOf } from '../components/duration.ts'
import { Avatar } from '../entities/agent/avatar.tsx'
import { Icon } from '../components/icon.tsx'
import type { IconName } from '../components/sprite.tsx'
import { keyCaps } from '../keys/chord.ts'
import { listedGatherings, openLinks, type Desk } from '../state/selectors.ts'
import { keyTable } from '../keys/key-table.ts'
import { capsHere, chordsHere, isMac } from '../keys/keys-here.ts'
import { windowActions, type ActionName } from './keys/window-actions.ts'
import { mirror } from '../state/store.ts'
import {
  select,
  setSide,
  setTheme,
  show,
  showGathering,
  showLink,
  showReplay,
  view,
} from '../state/view-store.ts'
import { namesOf, standingWord } from '../entities/link/link-words.ts'
import { forkFrom } from '../entities/gathering/gathering-acts.ts'
import { gatheringLine } from '../entities/gathering/gathering-words.ts'
import { actionsFor } from '../entities/agent/agent-actions.tsx'
import { closedAgents } from '../entities/agent/closed-tabs.tsx'
import { reopenAgent } from '../entities/agent/endings.ts'
import { faceOf, firingOf, intentIcons, intentWords } from '../entities/timer/timer-words.ts'
import type { PaletteItem } from '../features/palette/palette.tsx'

/** Everything that can be gone to or done now. `message`, `row`: the one that the user is at, if any. */
export function itemsOf(
  desk: Desk,
  message: MessageId | null,
  row: UtteranceView | null,
): readonly PaletteItem[] {
  const { agents, selected } = desk
  return [
    ...agents.map(agentItem),
    ...listedGatherings(mirror.getState().gatherings).map(gatheringItem),
    ...openLinks(mirror.getState().links).map(linkItem),
    ...agents.flatMap((agent) => agent.heartbeats.map((timer) => timerItem(agent, timer))),
    ...(message === null ? [] : [threadItem(message)]),
    ...(row === null ? [] : rowItems(row)),
    ...replayItems(desk),
    ...(selected ? actionsFor(selected).map((action) => agentActionItem(selected, action)) : []),
    { ...plain('Resume session…', 'talk'), run: () => show({ kind: 'goOn' }) },
    ...offered.flatMap(([name, icon, words]) => windowItem(desk, name, icon, words)),
    { ...plain('What the words mean', 'quote'), run: () => show({ kind: 'keys', page: 'words' }) },
    ...many(),
    ...spendingItems(desk),
    ...closedAgents(mirror.getState()).map(closedItem),
    ...switches(mirror.getState().status?.settings),
    ...themes.map(([text, theme]) => ({
      ...plain(text, 'sun'),
      note: '',
      run: () => setTheme(theme),
    })),
  ]
}

function agentItem(agent: AgentView, at: number): PaletteItem {
  const waiting = waitingMail(agent)
  const pending = waiting > 0 ? `, ${waiting} pending` : ''
  const chord = at < 9 ? chordsHere('tab')[at] : undefined
  return {
    key: agent.id,
    group: 'Agents',
    text: agent.name,
    sign: <Avatar author={{ kind: 'agent', id: agent.id }} name={agent.name} size="sm" />,
    note: `${stateOf(agent).word}${pending}`,
    caps: chord === undefined ? [] : keyCaps(chord, isMac),
    run: () => select(agent.id),
    thing: { kind: 'agent', id: agent.id },
  }
}

const gatheringItem = (of: GatheringView): PaletteItem => gatheringCalled(of, gatheringLine(of))

/** A gathering that was put away. */
export const pastGatheringItem = (of: GatheringLine): PaletteItem =>
  gatheringCalled(of, `put away, of ${dayOf(of.convened.at)}`)

function gatheringCalled({ id, topic }: Pick<GatheringLine, 'id' | 'topic'>, note: string): PaletteItem {
  return {
    key: id,
    group: 'Gatherings',
    text: topic,
    sign: <Icon name="gather" />,
    note,
    caps: [],
    run: () => showGathering(id),
    thing: { kind: 'gathering', id },
  }
}

function linkItem(link: LinkView): PaletteItem {
  return {
    key: link.id,
    group: 'Links',
    text: namesOf(link, mirror.getState().agents),
    sign: <Icon name="link" />,
    note: `${standingWord(link).toLowerCase()}, ${link.budgetUsed} of ${link.budgetGranted}`,
    caps: [],
    run: () => showLink(link.id),
    thing: { kind: 'link', id: link.id },
  }
}

/** A link that was closed; where it is shown it can be opened again. */
export function closedLinkItem(link: LinkView): PaletteItem {
  return {
    ...linkItem(link),
    key: `closed ${link.id}`,
    note: 'closed; shows it, to read or to open again',
  }
}

function timerItem(agent: AgentView, timer: RunningHeartbeat): PaletteItem {
  const { status } = mirror.getState()
  const firing = firingOf(agent, status?.settings)
  return {
    key: timer.id,
    group: 'Timers',
    text: `${agent.name}: ${timer.note}`,
    sign: <Icon name={intentIcons[timer.intent]} />,
    note: `${intentWords[timer.intent].toLowerCase()}, ${faceOf(timer, Date.now(), firing).spoken}`,
    caps: [],
    run: () => {
      select(agent.id)
      setSide('open')
    },
  }
}

function agentActionItem(agent: AgentView, action: ReturnType<typeof actionsFor>[number]): PaletteItem {
  return {
    ...plain(`${agent.name}: ${action.label}`, action.isDanger ? 'trash' : 'right'),
    caps: action.key === undefined ? [] : capsHere(action.key),
    run: () => action.run(agent),
  }
}

const rowItems = (row: UtteranceView): readonly PaletteItem[] => [
  { ...plain(`Fork from what ${row.name} said…`, 'gather'), run: () => void forkFrom(row) },
  {
    ...plain(`Replay from what ${row.name} said`, 'play'),
    run: () => showReplay({ gathering: row.gathering, step: row.n }),
  },
]

/** What is used, and its cap: as the button in the status line, or in the pane, opens it. */
function spendingItems({ selected }: Desk): readonly PaletteItem[] {
  const { budget, total } = mirror.getState().day
  const hasDay = total.turns > 0 || budget.cap.usd !== null || budget.cap.tokens !== null
  const opens = (text: string, part: 'status' | 'pane'): PaletteItem => ({
    ...plain(text, 'clock'),
    run: () => {
      const place = part === 'pane' ? paneAround(null) : document.querySelector('[data-part=status]')
      place?.querySelector<HTMLElement>('[data-part=use]')?.click()
    },
  })
  return [
    ...(hasDay ? [opens('Use today, and caps: budget of the day…', 'status')] : []),
    ...(selected ? [opens('Use and cap of what is shown: its budget…', 'pane')] : []),
    ...(hasDay ? [costsItem] : []),
  ]
}

const costsItem: PaletteItem = {
  ...plain('Costs: all days, by agent, link, gathering and timer…', 'clock'),
  run: () => show({ kind: 'costs' }),
}

function replayItems({ gathering: id }: Desk): readonly PaletteItem[] {
  const { replay } = view.getState()
  const of = id === null ? undefined : mirror.getState().gatherings[id]
  if (!of || of.spoken.turns === 0 || replay?.gathering === id) return []
  return [{ ...plain(`Replay “${of.topic}”`, 'play'), run: () => showReplay({ gathering: of.id, step: 1 }) }]
}

const threadItem = (message: MessageId): PaletteItem => ({
  ...plain('Show the conversation of this message', 'talk'),
  run: () => show({ kind: 'thread', message }),
})

const closedItem = (agent: AgentView): PaletteItem => ({
  ...plain(`Reopen ${agent.name}`, 'right'),
  key: `reopen ${agent.id}`,
  run: () => void reopenAgent(agent),
})

/** Actions of the window, in the order in which they stand here where nothing is asked for. */
const offered: readonly [ActionName, IconName, string?][] = [
  ['newAgent', 'plus'],
  ['convene', 'gather', 'Convene a gathering…'],
  ['search', 'search'],
  ['timeline', 'clock', 'Timeline of all traffic'],
  ['nextWaiting', 'alert'],
  ['changes', 'edit', 'Changes: files it changed, and since the last commit…'],
  ['density', 'eye'],
  ['tabList', 'right'],
  ['side', 'panel'],
  ['split', 'panes', 'Two panes, or one again'],
  ['otherPane', 'panes'],
  ['swapPanes', 'panes'],
  ['closePane', 'x'],
  ['settings', 'sliders', 'Settings…'],
  ['stopAll', 'x'],
  ['keys', 'terminal', 'Show the keys'],
]

function windowItem(desk: Desk, name: ActionName, icon: IconName, words?: string): readonly PaletteItem[] {
  const run = windowActions[name](desk)
  const thing = name === 'timeline' ? { thing: { kind: 'timeline' } as const } : {}
  return run ? [{ ...plain(words ?? keyTable[name].words, icon), caps: capsHere(name), run, ...thing }] : []
}

function switches(settings: Settings | undefined): readonly PaletteItem[] {
  if (!settings) return []
  const { quiet, links } = settings
  return [
    {
      ...plain(quiet ? 'Resume timers' : 'Pause timers', quiet ? 'play' : 'pause'),
      run: () => void switchAll('quiet', !quiet),
    },
    {
      ...plain(links ? 'Switch all links off' : 'Switch links on', 'link'),
      run: () => void switchAll('links', !links),
    },
  ]
}

const many = (): readonly PaletteItem[] => [
  { ...plain('Write to all…', 'reply'), run: () => show({ kind: 'groups', write: 'all' }) },
  { ...plain('Groups of agents…', 'talk'), run: () => show({ kind: 'groups' }) },
]

const themes = [
  ['Theme: light', 'light'],
  ['Theme: dark', 'dark'],
  ['Theme: as the system', null],
] as const

function plain(text: string, icon: IconName) {
  return {
    key: text,
    group: 'Actions' as const,
    text,
    sign: <Icon name={icon} />,
    note: '',
    caps: [],
    run: () => {},
  }
}
