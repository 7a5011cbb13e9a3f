import type { RunningHeartbeat } from '../../main/contract/timers/heartbeats.ts'
import { shownStateOf, waitingMail } from '../entities/agent/agent-state.ts'
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
import { currentCaps, currentChords, isBrowser, isMac, currentKeyWords } from '../keys/current-keys.ts'
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
  toast,
  view,
} from '../state/view-store.ts'
import { linkNames, standingWord } from '../entities/link/link-words.ts'
import { forkFrom } from '../entities/gathering/gathering-acts.ts'
import { gatheringLine } from '../entities/gathering/gathering-words.ts'
import { actionsFor } from '../entities/agent/agent-actions.tsx'
import { copyDiagnosis } from '../entities/kind/copy-diagnosis.tsx'
import { closedAgents } from '../entities/agent/closed-tabs.tsx'
import { reopenAgent } from '../entities/agent/endings.ts'
import { timerDisplay, firingOf, intentIcons } from '../entities/timer/timer-words.ts'
import { timerNames } from '../../main/contract/timers/timer-words.ts'
import { checkForUpdates } from '../features/status/update-bar.tsx'
import type { PaletteItem } from '../features/palette/palette.tsx'

/** Everything that can be opened or done now. `message`, `row`: what the user is at, if any. */
export function paletteItems(
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
    {
      ...plain('Resume conversation…', 'talk', ['continue', 'import', 'past', 'history', 'session']),
      run: () => show({ kind: 'goOn' }),
    },
    ...offered.flatMap((action) => windowItem(desk, action)),
    {
      ...plain('What the words mean', 'quote', ['glossary', 'help', 'vocabulary']),
      run: () => show({ kind: 'keys', page: 'words' }),
    },
    {
      ...plain('Check for updates', 'down', ['update', 'upgrade', 'new version']),
      run: () => void checkForUpdates(),
    },
    {
      ...plain('About Janus…', 'terminal', ['version', 'licenses', 'programs', 'uninstall']),
      run: () => show({ kind: 'about' }),
    },
    {
      ...plain('Copy diagnostics', 'terminal', ['bug report', 'debug', 'support', 'troubleshoot']),
      run: () => void copyDiagnosis(),
    },
    {
      ...plain('How to quit Janus', 'x', ['quit', 'exit']),
      run: () => toast(waysToQuit()),
    },
    ...many(),
    ...spendingItems(desk),
    ...closedAgents(mirror.getState()).map(closedItem),
    ...switches(mirror.getState().status?.settings),
    ...themes.map(([text, theme, synonyms]) => ({
      ...plain(text, 'sun', synonyms),
      run: () => setTheme(theme),
    })),
  ]
}

function agentItem(agent: AgentView, at: number): PaletteItem {
  const waiting = waitingMail(agent)
  const pending = waiting > 0 ? `, ${waiting} pending` : ''
  const chord = at < 9 ? currentChords('tab')[at] : undefined
  return {
    key: agent.id,
    group: 'Agents',
    text: agent.name,
    sign: <Avatar author={{ kind: 'agent', id: agent.id }} name={agent.name} size="sm" />,
    note: `${shownStateOf(agent).word}${pending}`,
    caps: chord === undefined ? [] : keyCaps(chord, isMac),
    run: () => select(agent.id),
    thing: { kind: 'agent', id: agent.id },
  }
}

const gatheringItem = (of: GatheringView): PaletteItem => gatheringCalled(of, gatheringLine(of))

export const pastGatheringItem = (of: GatheringLine): PaletteItem =>
  gatheringCalled(of, `archived, from ${dayOf(of.convened.at)}`)

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
    text: linkNames(link, mirror.getState().agents),
    sign: <Icon name="link" />,
    note: `${standingWord(link).toLowerCase()}, ${link.budgetUsed} of ${link.budgetGranted} messages`,
    caps: [],
    run: () => showLink(link.id),
    thing: { kind: 'link', id: link.id },
  }
}

export function closedLinkItem(link: LinkView): PaletteItem {
  return {
    ...linkItem(link),
    key: `closed ${link.id}`,
    note: 'closed',
  }
}

function timerItem(agent: AgentView, timer: RunningHeartbeat): PaletteItem {
  const { status, day } = mirror.getState()
  const firing = firingOf(agent, status?.settings, day.budget)
  return {
    key: timer.id,
    group: 'Timers',
    text: `${agent.name}: ${timer.note}`,
    sign: <Icon name={intentIcons[timer.intent]} />,
    note: `${timerNames[timer.intent]}, ${timerDisplay(timer, Date.now(), firing).spoken}`,
    caps: [],
    run: () => {
      select(agent.id)
      setSide('open')
    },
  }
}

function agentActionItem(agent: AgentView, action: ReturnType<typeof actionsFor>[number]): PaletteItem {
  return {
    ...plain(`${agent.name}: ${action.label}`, action.isDanger ? 'trash' : 'right', action.synonyms),
    caps: action.key === undefined ? [] : currentCaps(action.key),
    run: () => action.run(agent),
  }
}

const rowItems = (row: UtteranceView): readonly PaletteItem[] => [
  {
    ...plain(`Fork from what ${row.name} said…`, 'gather', ['branch', 'copy']),
    run: () => void forkFrom(row),
  },
  {
    ...plain(`Replay from what ${row.name} said`, 'play'),
    run: () => showReplay({ gathering: row.gathering, step: row.n }),
  },
]

/** Opens usage and limits, as the button in the status line or the pane does. */
function spendingItems({ selected }: Desk): readonly PaletteItem[] {
  const { budget, total } = mirror.getState().day
  const hasDay = total.turns > 0 || budget.cap.usd !== null || budget.cap.tokens !== null
  const opens = (text: string, part: 'status' | 'pane'): PaletteItem => ({
    ...plain(text, 'clock', ['usage', 'budget', 'limit', 'cap', 'cost', 'spending', 'tokens', 'price']),
    run: () => {
      const place = part === 'pane' ? paneAround(null) : document.querySelector('[data-part=status]')
      place?.querySelector<HTMLElement>('[data-part=use]')?.click()
    },
  })
  return [
    ...(hasDay ? [opens('Usage today and daily limit…', 'status')] : []),
    ...(selected ? [opens('Usage and limit of this view…', 'pane')] : []),
    ...(hasDay ? [costsItem] : []),
  ]
}

const costsItem: PaletteItem = {
  ...plain('Costs: all days, by agent, link, gathering and timer…', 'clock', [
    'usage',
    'spending',
    'money',
    'statistics',
  ]),
  run: () => show({ kind: 'costs' }),
}

function replayItems({ gathering: id }: Desk): readonly PaletteItem[] {
  const { replay } = view.getState()
  const of = id === null ? undefined : mirror.getState().gatherings[id]
  if (!of || of.spoken.turns === 0 || replay?.gathering === id) return []
  return [{ ...plain(`Replay “${of.topic}”`, 'play'), run: () => showReplay({ gathering: of.id, step: 1 }) }]
}

const threadItem = (message: MessageId): PaletteItem => ({
  ...plain('Show the thread of this message', 'talk', ['conversation', 'replies']),
  run: () => show({ kind: 'thread', message }),
})

const closedItem = (agent: AgentView): PaletteItem => ({
  ...plain(`Reopen ${agent.name}`, 'right', ['restore', 'undo close', 'closed tab']),
  key: `reopen ${agent.id}`,
  run: () => void reopenAgent(agent),
})

interface OfferedAction {
  readonly name: ActionName
  readonly icon: IconName
  /** Defaults to the key table's description. */
  readonly words?: string
  readonly synonyms?: readonly string[]
}

/** Window actions, in the order in which they are listed without a query. */
const offered: readonly OfferedAction[] = [
  {
    name: 'newAgent',
    icon: 'plus',
    synonyms: ['new tab', 'new chat', 'new session', 'start', 'create', 'add'],
  },
  {
    name: 'convene',
    icon: 'gather',
    words: 'New gathering…',
    synonyms: ['convene', 'meeting', 'discuss', 'round table', 'group chat', 'vote', 'poll', 'decision'],
  },
  { name: 'search', icon: 'search', synonyms: ['find', 'grep', 'history'] },
  {
    name: 'timeline',
    icon: 'clock',
    words: 'Timeline of all events',
    synonyms: ['history', 'log', 'activity', 'events'],
  },
  { name: 'nextWaiting', icon: 'alert', synonyms: ['pending', 'inbox', 'approve', 'permission'] },
  {
    name: 'changes',
    icon: 'edit',
    words: 'Changes: files it changed, and since the last commit…',
    synonyms: ['diff', 'edits', 'git', 'revert', 'undo', 'review'],
  },
  { name: 'density', icon: 'eye', synonyms: ['verbose', 'density', 'summary', 'show less', 'show more'] },
  { name: 'tabList', icon: 'right', synonyms: ['tab list', 'collapse', 'collapse', 'navigation'] },
  { name: 'side', icon: 'panel', synonyms: ['sidebar', 'details', 'inspector'] },
  { name: 'split', icon: 'panes', synonyms: ['two panes', 'panes', 'side by side', 'columns', 'divide'] },
  { name: 'otherPane', icon: 'panes', synonyms: ['switch pane', 'focus'] },
  { name: 'swapPanes', icon: 'panes', synonyms: ['swap'] },
  { name: 'closePane', icon: 'x', synonyms: ['unsplit', 'one pane'] },
  {
    name: 'settings',
    icon: 'sliders',
    words: 'Settings…',
    synonyms: ['preferences', 'options', 'config', 'defaults', 'font'],
  },
  {
    name: 'stopAll',
    icon: 'x',
    synonyms: ['kill all', 'halt', 'emergency', 'pause', 'resume all', 'stop everything'],
  },
  {
    name: 'keys',
    icon: 'terminal',
    words: 'Keyboard shortcuts',
    synonyms: ['shortcuts', 'hotkeys', 'keybindings', 'keys', 'help'],
  },
]

function windowItem(desk: Desk, { name, icon, words, synonyms }: OfferedAction): readonly PaletteItem[] {
  const run = windowActions[name](desk)
  if (!run) return []
  const thing = name === 'timeline' ? { thing: { kind: 'timeline' } as const } : {}
  return [{ ...plain(words ?? keyTable[name].words, icon, synonyms), caps: currentCaps(name), run, ...thing }]
}

function switches(settings: Settings | undefined): readonly PaletteItem[] {
  if (!settings) return []
  const { quiet, links } = settings
  return [
    {
      ...plain(quiet ? 'Resume timers' : 'Pause timers', quiet ? 'play' : 'pause', [
        'mute',
        'quiet',
        'schedules',
        'heartbeats',
      ]),
      run: () => void switchAll('quiet', !quiet),
    },
    {
      ...plain(links ? 'Turn all links off' : 'Turn links on', 'link', ['disable', 'enable', 'disconnect']),
      run: () => void switchAll('links', !links),
    },
  ]
}

const many = (): readonly PaletteItem[] => [
  {
    ...plain('Write to all…', 'reply', ['broadcast', 'everyone', 'message all']),
    run: () => show({ kind: 'groups', write: 'all' }),
  },
  {
    ...plain('Groups of agents…', 'talk', ['teams', 'mailing list']),
    run: () => show({ kind: 'groups' }),
  },
  {
    ...plain('Tasks…', 'task', ['todo', 'to-do list', 'board', 'backlog', 'kanban']),
    run: () => show({ kind: 'tasks' }),
  },
]

const themes = [
  ['Theme: light', 'light', ['light mode', 'appearance']],
  ['Theme: dark', 'dark', ['dark mode', 'night', 'appearance']],
  ['Theme: system', null, ['auto', 'appearance']],
] as const

const waysToQuit = (): string =>
  isBrowser()
    ? 'Press Ctrl C in the terminal that runs Janus'
    : `Press ${currentKeyWords('quit')}, or choose Quit in the menu`

function plain(text: string, icon: IconName, synonyms: readonly string[] = []) {
  return {
    key: text,
    group: 'Actions' as const,
    text,
    synonyms,
    sign: <Icon name={icon} />,
    note: '',
    caps: [],
    run: () => {},
  }
}
