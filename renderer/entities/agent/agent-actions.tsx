import type { Abilities } from '../../../main/contract/agents/abilities.ts'
import { lacksAmong, uncopyable } from '../../../main/contract/agents/ability-words.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { isUnready } from '../../../main/contract/folders/worktree-runs.ts'
import { act, errorWords, withErrorToast } from '../../state/act.ts'
import { visible } from '../../components/hygiene.ts'
import { ask } from '../../state/connection.ts'
import { hasProcess } from './agent-state.ts'
import { canCompact, compact } from './known-commands.ts'
import type { KeyName } from '../../keys/key-table.ts'
import { openFind } from '../../state/find.ts'
import { copyLog } from '../../state/export-log.ts'
import { isShown, openBeside } from '../../state/pane-acts.ts'
import { filterTimeline, noFilter } from '../../state/timeline.ts'
import type { ConfirmedAct } from '../../state/panel.ts'
import { select, show, showTimeline, toast } from '../../state/view-store.ts'
import { endAgent, reopenAgent } from './endings.ts'
import type { MenuItem } from '../../components/menu.tsx'
import { KeyCaps } from '../../components/key-caps.tsx'
import type { AgentId } from '../../../main/contract/api/model.ts'

/** Used by the tab menu, the header and the palette. */
interface AgentAction {
  readonly label: string
  /** Menus separate the groups; `more` is behind *More*. */
  readonly group: 'change' | 'work' | 'end' | 'more'
  readonly key?: KeyName | undefined
  readonly isDanger?: true
  /** Other words that find it in the palette, in lower case. */
  readonly synonyms?: readonly string[]
  readonly isOffered: (agent: AgentView) => boolean
  /** Returns why it is disabled for this agent, or null. */
  readonly obstacle?: (agent: AgentView) => string | null
  /** Shows a note if the agent lacks this ability and has begun a conversation. */
  readonly asks?: keyof Abilities
  readonly run: (agent: AgentView) => void
}

const always = () => true
const isOpen = (agent: AgentView) => !agent.closed
const runs = (agent: AgentView) => isOpen(agent) && hasProcess(agent)

/** Asks first if it ends a turn or leaves a gathering. */
const ending = (of: ConfirmedAct) => (agent: AgentView) => {
  if (of === 'close' && agent.worktree !== null) show({ kind: 'leaveWorktree', agent: agent.id })
  else if (of === 'delete' || agent.status === 'working' || (of === 'close' && agent.seat !== null))
    show({ kind: 'ending', of, agent: agent.id })
  else void endAgent(agent, of)
}

const sheet = (
  group: AgentAction['group'],
  label: string,
  kind: AgentSheet,
  synonyms: readonly string[],
  key?: KeyName,
): AgentAction => ({
  label,
  group,
  key,
  synonyms,
  isOffered: isOpen,
  run: ({ id }) => show({ kind, agent: id }),
})
type AgentSheet = 'rename' | 'role' | 'look' | 'agentSettings' | 'linkTo' | 'handlers' | 'timer'

const settingsSynonyms = 'model effort permission mode configure options preferences opus sonnet haiku'.split(
  ' ',
)

const timerSynonyms = (
  'remind, repeat, loop, heartbeat, alarm, interval, anchor, check, schedule, cron, daily, weekly, ' +
  'recurring, trigger, webhook, watch, hook, every day, wake on event, file changes'
).split(', ')

const agentActions: readonly AgentAction[] = [
  sheet('change', 'Rename…', 'rename', ['title'], 'rename'),
  sheet('change', 'Description…', 'role', ['role', 'persona', 'instructions', 'system prompt', 'template']),
  sheet('change', 'Settings…', 'agentSettings', settingsSynonyms, 'agentSettings'),
  {
    label: 'Pin to the top',
    group: 'change',
    isOffered: (agent) => isOpen(agent) && !agent.pinned,
    run: ({ id }) => void act('agents.change', { agent: id, pinned: true }),
  },
  {
    label: 'Unpin',
    group: 'change',
    isOffered: (agent) => isOpen(agent) && agent.pinned,
    run: ({ id }) => void act('agents.change', { agent: id, pinned: false }),
  },
  {
    label: 'Duplicate',
    group: 'change',
    synonyms: ['fork', 'copy', 'clone', 'branch'],
    isOffered: isOpen,
    // Without a turn there is no conversation to copy.
    obstacle: ({ abilities, turnNumber }) => (turnNumber === 0 ? null : uncopyable(abilities)),
    run: (agent) => void duplicate(agent),
  },
  sheet('work', 'Link to…', 'linkTo', ['connect', 'room', 'channel', 'mention'], 'linkTo'),
  {
    label: 'Start a gathering about this…',
    group: 'work',
    synonyms: ['discuss', 'meeting'],
    isOffered: (agent) => isOpen(agent) && agent.seat === null,
    run: ({ id }) => show({ kind: 'convene', around: { agent: id, words: '' } }),
  },
  sheet('work', 'Set a timer…', 'timer', timerSynonyms),
  {
    label: 'Changes…',
    group: 'work',
    key: 'changes',
    synonyms: ['diff', 'edits', 'files', 'git', 'revert', 'undo', 'review', 'comment', 'hunk'],
    isOffered: always,
    run: ({ id }) => show({ kind: 'changes', agent: id, span: 'conversation' }),
  },
  {
    label: 'Shared files…',
    group: 'work',
    synonyms: ['conflict', 'collision', 'same file', 'claims', 'both edit', 'overlap'],
    isOffered: ({ sharedFiles }) => sharedFiles !== undefined,
    run: ({ id }) => show({ kind: 'sharedFiles', agent: id }),
  },
  {
    label: 'Open beside',
    group: 'work',
    synonyms: ['split', 'pane'],
    isOffered: (agent) => isOpen(agent) && !isShown({ kind: 'agent', id: agent.id }),
    run: ({ id }) => openBeside({ kind: 'agent', id }),
  },
  {
    label: 'Interrupt',
    group: 'end',
    key: 'interrupt',
    synonyms: ['cancel', 'abort', 'escape', 'halt'],
    isOffered: (agent) => agent.status === 'working',
    asks: 'keepsStopped',
    run: ({ id }) => void act('agents.interrupt', { agent: id }),
  },
  {
    label: 'Restart',
    group: 'end',
    synonyms: ['reload', 'reboot'],
    isOffered: isOpen,
    asks: 'resumes',
    run: ending('restart'),
  },
  {
    label: 'Stop',
    group: 'end',
    synonyms: ['shut down', 'kill', 'terminate', 'end', 'quit'],
    isOffered: runs,
    asks: 'resumes',
    run: ending('stop'),
  },
  {
    label: 'Reopen',
    group: 'end',
    isOffered: (agent) => agent.closed,
    run: (agent) => void reopenAgent(agent),
  },
  {
    label: 'Close',
    group: 'end',
    key: 'close',
    synonyms: ['archive', 'hide', 'exit'],
    isOffered: isOpen,
    run: ending('close'),
  },
  {
    label: 'Delete permanently…',
    group: 'end',
    isDanger: true,
    synonyms: ['remove', 'erase', 'destroy'],
    isOffered: always,
    run: ending('delete'),
  },
  sheet('more', 'Color and shape…', 'look', ['avatar', 'color', 'icon']),
  sheet('more', 'Message rules…', 'handlers', ['handlers', 'hooks', 'rules', 'automation', 'mail triggers']),
  {
    label: 'Find in conversation…',
    group: 'more',
    key: 'find',
    synonyms: ['search'],
    isOffered: isOpen,
    run: ({ id }) => {
      select(id)
      openFind(id)
    },
  },
  {
    label: 'Timeline of this agent',
    group: 'more',
    synonyms: ['history', 'log', 'traffic'],
    isOffered: always,
    run: ({ id }) => {
      filterTimeline({ ...noFilter, agents: [id] })
      showTimeline(true)
    },
  },
  {
    label: 'Open a terminal here',
    group: 'more',
    synonyms: ['shell', 'console', 'command line'],
    isOffered: always,
    run: ({ id }) => void openTerminal(id),
  },
  {
    label: 'Set up worktree again',
    group: 'more',
    synonyms: ['setup', 'install', 'prepare'],
    isOffered: (agent) => isOpen(agent) && agent.worktree !== null && !isUnready(agent.worktree),
    run: ({ id }) => void act('worktrees.setUp', { agent: id, action: 'again' }),
  },
  {
    label: 'Compact',
    group: 'more',
    synonyms: ['summarize', 'context', 'shrink'],
    isOffered: (agent) => isOpen(agent) && canCompact(agent),
    run: (agent) => void compact(agent),
  },
  {
    label: 'Export…',
    group: 'more',
    synonyms: ['save', 'download', 'markdown', 'json'],
    isOffered: always,
    run: ({ id, name }) => show({ kind: 'export', log: { kind: 'agent', id }, name: visible(name) }),
  },
  {
    label: 'Copy as Markdown',
    group: 'more',
    isOffered: always,
    run: ({ id }) => void copyLog({ kind: 'agent', id }),
  },
]

export const actionsFor = (agent: AgentView): readonly AgentAction[] =>
  agentActions.filter((action) => action.isOffered(agent))

/** Asks first if the agent works. */
export const closeTab = ending('close')

async function duplicate(agent: AgentView) {
  await withErrorToast(async () => {
    const { id, name } = await ask('agents.duplicate', { agent: agent.id })
    select(id)
    toast(`${visible(name)} is a copy of ${visible(agent.name)}`)
  })
}

export function actionItems(agent: AgentView): readonly MenuItem[] {
  return actionsFor(agent).map((action, at, all) => ({
    label: action.label,
    run: () => action.run(agent),
    disabled: action.obstacle?.(agent) ?? undefined,
    note: noteOf(action, agent),
    isDanger: action.isDanger === true,
    isApart: at > 0 && all[at - 1]?.group !== action.group,
    isRare: action.group === 'more',
    hint: action.key === undefined ? undefined : <KeyCaps of={action.key} />,
  }))
}

function noteOf({ asks }: AgentAction, { abilities, turnNumber }: AgentView): string | undefined {
  return asks === undefined || turnNumber === 0 ? undefined : lacksAmong(abilities, [asks])[0]
}

/** The terminal opens on the machine that runs Janus. */
export async function openTerminal(agent: AgentId): Promise<void> {
  try {
    const { folder } = await ask('terminals.open', { agent })
    toast(`A terminal opens in ${visible(folder)}`)
  } catch (error) {
    const choose = { label: 'Choose…', run: () => show({ kind: 'settings', text: 'terminal' }) }
    toast(errorWords(error), { isError: true, action: choose })
  }
}
