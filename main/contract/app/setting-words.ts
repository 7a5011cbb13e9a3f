import { kindFacts, namedKinds, programTitle, type NamedKind, usualKind } from '../agents/kinds.ts'
import {
  capControl,
  choiceControl,
  file,
  flip,
  number,
  textControl,
  type SettingControl,
  type SettingGroup,
  type SettingWords,
} from './setting-controls.ts'
import type { SettingName } from './settings.ts'

type Said = Omit<SettingWords, 'group'>

const said = (title: string, control: SettingControl | null, about: string): Said => ({
  title,
  control,
  about,
})

const programPaths = Object.fromEntries(
  namedKinds.map((kind) => [
    kind,
    said(
      programTitle(kind),
      file,
      `Path of ${kindFacts[kind].program}. Empty: the one on your PATH, or else the one that Janus downloaded.`,
    ),
  ]),
) as Record<NamedKind, Said>

const byGroup = {
  General: {
    user: said('Your name', textControl, 'What agents call you. Empty: your user name.'),
    theme: said(
      'Theme',
      choiceControl({ system: 'System', light: 'Light', dark: 'Dark' }),
      'Light, dark, or the system theme.',
    ),
    density: said(
      'Detail level',
      choiceControl({ summary: 'Summary', normal: 'Normal', verbose: 'Verbose' }),
      'How much of an agent’s work its transcript shows.',
    ),
    enter: said(
      'Enter, while an agent works',
      choiceControl({ queue: 'Queues the message', steer: 'Steers the turn' }),
      'Ctrl+Enter (on a Mac ⌘↵) does the other.',
    ),
    keys: said('Keyboard shortcuts', { as: 'keys' }, 'Change or reset the keys of any action.'),
    checkForUpdates: said(
      'Check for updates',
      flip,
      'At the start and once a day, if the publisher of this package offers updates. Off: only when you ask for it.',
    ),
    tabGroups: said(
      'Group tabs',
      choiceControl({ folders: 'By folder', none: 'In one list' }),
      'Whether tabs of one folder are grouped under its name.',
    ),
  },
  Notifications: {
    notify: said('An agent needs you', flip, 'System notification when its tab is not in view.'),
    sound: said(
      'Sound: an agent needs you',
      flip,
      'Two short tones that rise, when an agent needs you and its tab is not in view.',
    ),
    notifyFinished: said(
      'A turn is finished',
      flip,
      'System notification with the last words, when its tab is not in view.',
    ),
    soundFinished: said(
      'Sound: a turn is finished',
      flip,
      'One low tone, when a turn is finished and its tab is not in view.',
    ),
    notifyHarvest: said(
      'A harvest (summary) is ready',
      flip,
      'System notification when a gathering has closed with its harvest and is not in view.',
    ),
    soundHarvest: said(
      'Sound: a harvest (summary) is ready',
      flip,
      'Three soft tones, when a harvest is ready and its gathering is not in view.',
    ),
    notifyOffered: said(
      'You were asked about notifications',
      null,
      'Janus asks once, after the first long turn that ended while you were elsewhere.',
    ),
  },
  'New agents': {
    folder: said(
      'Folder',
      { as: 'folder' },
      'Where a new agent works. Empty: the folder in which Janus was started.',
    ),
    model: said(
      'Model',
      { as: 'model' },
      `For new ${kindFacts[usualKind].name} agents. Empty: the default of the program.`,
    ),
    effort: said(
      'Effort',
      { as: 'effort' },
      `How hard new ${kindFacts[usualKind].name} agents think. Empty: the default of the program.`,
    ),
    permissionMode: said(
      'Permission mode',
      choiceControl({
        plan: 'Plan only',
        default: 'Ask before acting',
        acceptEdits: 'Edit freely',
        auto: 'Model decides, where available',
        bypassPermissions: 'Never ask',
      }),
      'How a new agent asks before it acts.',
    ),
    policy: said(
      'Incoming messages',
      choiceControl({
        hybrid: 'By priority',
        interject: 'At once: they interrupt',
        quiet: 'When it is idle',
        ask: 'Ask me first',
      }),
      'When a new agent reads messages from other agents.',
    ),
    worktreeSetup: said(
      'Setup command of worktrees',
      textControl,
      'Runs in a new worktree before its agent starts, once you approve it. The repository’s own .janus/worktree.json wins. Empty: none.',
    ),
    worktreeTeardown: said(
      'Teardown command of worktrees',
      textControl,
      'Runs before a worktree is removed. The repository’s own .janus/worktree.json wins. Empty: none.',
    ),
    worktreePorts: said(
      'Ports for each worktree',
      number('ports'),
      'JANUS_PORT is the first of them, JANUS_PORT_COUNT their number. The repository’s own .janus/worktree.json wins. 0: none.',
    ),
    worktreePortBase: said(
      'First port of worktrees',
      number(''),
      'Each new worktree gets the next ports from here that no other worktree has and nobody uses.',
    ),
    roles: said(
      'Roles',
      { as: 'roles' },
      'Reviewer, builder and your own: model, mode, effort and instructions for new agents.',
    ),
  },
  Programs: {
    ...programPaths,
    editor: said(
      'Your editor',
      { as: 'editor' },
      'A click on a file name runs this command with {file} and {line}, without a shell. Empty: files are not opened.',
    ),
    terminal: said(
      'Your terminal',
      { as: 'terminal' },
      '“Open a terminal here” runs this command with {folder}, without a shell. Empty: the default terminal of this machine.',
    ),
    variables: said(
      'Variables for agents',
      textControl,
      'Environment variables that agents get at their next start, for example: GH_TOKEN, JAVA_HOME, Builder: DATABASE_URL (only for the agent Builder). Values are not stored.',
    ),
  },
  Messages: {
    patience: said(
      'Queue timeout',
      number('seconds'),
      'A message that waits longer for the end of a turn steers the turn.',
    ),
    transcripts: said(
      'Who reads transcripts',
      choiceControl({ linked: 'Agents in contact with it', all: 'All agents' }),
      'Who may read an agent’s transcript.',
    ),
  },
  Sleep: {
    awake: said(
      'Max running agents',
      number('agents'),
      'Above this number idle agents go to sleep; working ones never do.',
    ),
    sleepAfter: said(
      'Sleep when idle',
      number('seconds'),
      'Idle time after which an agent’s process ends; ten seconds while memory is short. It starts again when you write or a message is on its way.',
    ),
  },
  'Links and timers': {
    links: said('Links on', flip, 'Off: all links pause, none is closed.'),
    linkOnSend: said(
      'Link on message',
      flip,
      'When an agent writes to another, the two are linked, so that replies arrive automatically.',
    ),
    anchors: said(
      'Task reminders',
      choiceControl({ open: 'While in contact with others', off: 'Never automatically' }),
      'Timers that remind an agent in contact with others of its task: every 4½ minutes, at most twice in a row, each a turn. An agent’s own settings override this.',
    ),
    taskSilence: said(
      'Release claimed tasks',
      number('minutes'),
      'A task is open again when the agent that claimed it starts no turn for this long.',
    ),
    askSharedEdits: said(
      'Ask before shared edits',
      flip,
      'A permission card before an agent edits a file that another has changed and not committed, or claimed. Only Claude agents can be held up like that.',
    ),
    quiet: said('Pause all timers', flip, 'Timers that come due meanwhile fire once when you turn it off.'),
    stopped: said('Everything is stopped', null, 'Since when: only your own messages start turns, one each.'),
  },
  'Agent proposals': {
    agentsConvene: said(
      'Gatherings',
      choiceControl({ ask: 'Ask me', start: 'Start, up to the limit' }),
      'When an agent proposes a gathering.',
    ),
    agentsConveneCap: said(
      'Cost limit of proposed gatherings',
      number('dollars'),
      'Maximum cost before it asks you.',
    ),
    agentsOpen: said(
      'Agents',
      choiceControl({ ask: 'Ask me', within: 'Open, up to the limit' }),
      'When an agent proposes a new agent.',
    ),
    agentsOpenLimit: said(
      'Limit of agents',
      number('agents'),
      'Open at the same time before agents ask you.',
    ),
  },
  Gatherings: {
    openInhale: said(
      'Open inhale',
      flip,
      'Opening statements are shared at once instead of being sealed until all have spoken.',
    ),
    plainGrants: said(
      'Unmarked gathering prompts',
      flip,
      'In gatherings that you start, turns and reminders reach the model without the note that they are not from you.',
    ),
  },
  Limits: {
    turnCap: said(
      'Per turn',
      capControl,
      'When it is reached, the turn stops and asks you. Empty: no limit.',
    ),
    tabCap: said(
      'Per agent',
      capControl,
      'In total; when it is reached, only your own messages start turns. Empty: no limit.',
    ),
    linkCap: said(
      'Per link',
      capControl,
      'For all turns that the link starts; when it is reached, the link pauses. Empty: no limit.',
    ),
    gatheringCap: said(
      'Per gathering',
      capControl,
      'Unless the gathering has its own; when it is reached, the gathering pauses. Empty: no limit.',
    ),
    dayCap: said(
      'Daily limit',
      capControl,
      'For everything; when it is reached, only your own messages start turns, until you raise it or the next day. Empty: no limit.',
    ),
  },
} as const satisfies Readonly<Record<SettingGroup, Partial<Record<SettingName, Said>>>>

/** In the order of the settings page. */
export const settingWords = Object.fromEntries(
  Object.entries<Partial<Record<SettingName, Said>>>(byGroup).flatMap(([group, rows]) =>
    Object.entries(rows).map(([name, { title, ...words }]) => [name, { group, title, ...words }]),
  ),
) as Readonly<Record<SettingName, SettingWords>>
