import { kindFacts, namedKinds, programTitle, type NamedKind } from '../agents/kinds.ts'
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
      `Path of ${kindFacts[kind].program}; empty: the one on your PATH, or else the one that Janus has downloaded.`,
    ),
  ]),
) as Record<NamedKind, Said>

const byGroup = {
  'You and the window': {
    user: said('Your name', textControl, 'As you and your agents see it; empty: your user name.'),
    theme: said(
      'Theme',
      choiceControl({ system: 'System', light: 'Light', dark: 'Dark' }),
      'Light, dark, or the system theme.',
    ),
    density: said(
      'Detail level',
      choiceControl({ summary: 'Summary', normal: 'Normal', verbose: 'Verbose' }),
      'How much of the work of an agent its transcript shows.',
    ),
    enter: said(
      'Enter, while an agent works',
      choiceControl({ queue: 'Queues the message', steer: 'Steers the turn' }),
      'With Ctrl (on a Mac ⌘) held it does the other.',
    ),
    keys: said('Keys', { as: 'keys' }, 'The keyboard shortcuts of every action: change one, or reset it.'),
    checkForUpdates: said(
      'Check for updates',
      flip,
      'At the start and once a day, in packages whose publisher offers updates. Off: Janus looks only when you ask it to.',
    ),
    tabGroups: said(
      'Group tabs',
      choiceControl({ folders: 'By folder', none: 'In one list' }),
      'Whether tabs of one folder are grouped under its name.',
    ),
  },
  Notifications: {
    notify: said(
      'An agent needs you',
      flip,
      'The system tells you what is asked, when its tab is not in view.',
    ),
    sound: said(
      'Sound: an agent needs you',
      flip,
      'Two short tones that rise, when an agent needs you and its tab is not in view.',
    ),
    notifyFinished: said(
      'A turn is finished',
      flip,
      'The system tells you the last words, when its tab is not in view.',
    ),
    soundFinished: said(
      'Sound: a turn is finished',
      flip,
      'One low tone, when a turn is finished and its tab is not in view.',
    ),
    notifyHarvest: said(
      'A harvest is in',
      flip,
      'The system tells you when a gathering has closed with its harvest, and it is not in view.',
    ),
    soundHarvest: said(
      'Sound: a harvest is in',
      flip,
      'Three soft tones, when a harvest is in and its gathering is not in view.',
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
      'Where a new agent works; empty: the folder in which Janus was started.',
    ),
    model: said(
      'Model',
      { as: 'model' },
      "Of a new agent of the default kind; empty: its program's own choice.",
    ),
    effort: said(
      'Effort',
      { as: 'effort' },
      "How hard a new agent of the default kind thinks; empty: its program's own choice.",
    ),
    permissionMode: said(
      'Permission mode',
      choiceControl({
        plan: 'Plan only',
        default: 'Ask before acting',
        acceptEdits: 'Edit freely',
        auto: 'Model decides, where there is one',
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
        ask: 'After your click',
      }),
      'When a new agent reads messages from other agents.',
    ),
    roles: said(
      'Roles',
      { as: 'roles' },
      'Reviewer, builder and others of your own: model, mode, effort and what an agent is told at its start. Agents that run stay as they are.',
    ),
  },
  Programs: {
    ...programPaths,
    editor: said(
      'Your editor',
      { as: 'editor' },
      'A click on the name of a file starts this line with {file} and {line}; no shell reads it. Empty: files are not opened.',
    ),
    terminal: said(
      'Your terminal',
      { as: 'terminal' },
      '“Open a terminal here” starts this line with {folder}, in the agent’s folder; no shell reads it. Empty: the one of this machine.',
    ),
    variables: said(
      'Variables for agents',
      textControl,
      'Variables of your environment that agents get from their next start on, as: GH_TOKEN, JAVA_HOME, Builder: DATABASE_URL (for the agent Builder alone). The values are not kept.',
    ),
  },
  Messages: {
    patience: said(
      'Queue timeout',
      number('seconds'),
      'A message that waits for the end of a turn steers the turn after this time.',
    ),
    transcripts: said(
      'Who reads transcripts',
      choiceControl({ linked: 'Agents that deal with each other', all: 'All agents' }),
      'Whose transcripts an agent may read.',
    ),
  },
  Sleep: {
    awake: said(
      'Max running agents',
      number('agents'),
      'With more running than this, idle agents go to sleep; working ones never do.',
    ),
    sleepAfter: said(
      'Sleep when idle',
      number('seconds'),
      'Idle time after which the process of an agent ends; ten seconds while memory is short. It starts again when you write, or a message is on its way.',
    ),
  },
  'Links and timers': {
    links: said('Links on', flip, 'Off: all links pause, none is closed.'),
    linkOnSend: said(
      'A message links',
      flip,
      'Every message of an agent to another also links the two, so that answers come back by themselves.',
    ),
    anchors: said(
      'Anchors',
      choiceControl({ open: 'While something is open', off: 'None by themselves' }),
      'Lead an agent that deals with others back to what you asked, every 4½ minutes, twice in a row at most. Each time is a turn. The settings of an agent may say otherwise.',
    ),
    quiet: said('Pause all timers', flip, 'Timers that fell due meanwhile fire once when you turn it off.'),
    stopped: said(
      'Everything is stopped',
      null,
      'Since when: nothing begins but one turn for each of your own words.',
    ),
  },
  'What agents may do by themselves': {
    agentsConvene: said(
      'Gather',
      choiceControl({ ask: 'They ask you', start: 'They start, up to the limit' }),
      'What becomes of a gathering that an agent wants.',
    ),
    agentsConveneCap: said('Limit of such a gathering', number('USD'), 'Maximum cost before it asks you.'),
    agentsOpen: said(
      'Open tabs',
      choiceControl({ ask: 'They ask you', within: 'They open, within the limit' }),
      'What becomes of a tab that an agent wants.',
    ),
    agentsOpenLimit: said(
      'Limit of such tabs',
      number('tabs'),
      'Open at the same time, before they ask you.',
    ),
  },
  Gatherings: {
    openInhale: said(
      'Open inhale',
      flip,
      'What is said in the inhale is given on at once, instead of being sealed until all have spoken.',
    ),
    plainGrants: said(
      'Unmarked gathering prompts',
      flip,
      'In gatherings that you started, turns and check-ins reach the model without the note that they are not from you.',
    ),
  },
  Limits: {
    turnCap: said(
      'Per turn',
      capControl,
      'When it is reached, the turn stops and asks you. Empty: no limit.',
    ),
    tabCap: said(
      'Per tab',
      capControl,
      'In total; when it is reached, only your own messages start turns there. Empty: no limit.',
    ),
    linkCap: said(
      'Per link',
      capControl,
      'For all turns that it started; when it is reached, the link pauses. Empty: no limit.',
    ),
    gatheringCap: said(
      'Per gathering',
      capControl,
      'Where its plan sets none; when it is reached, the gathering pauses. Empty: no limit.',
    ),
    dayCap: said(
      'Daily limit',
      capControl,
      'For everything; when it is reached, only your own messages start turns, until you raise it or the next day. Empty: no limit.',
    ),
  },
} as const satisfies Readonly<Record<SettingGroup, Partial<Record<SettingName, Said>>>>

/** What is said of every setting, in the order of the page. */
export const settingWords = Object.fromEntries(
  Object.entries<Partial<Record<SettingName, Said>>>(byGroup).flatMap(([group, rows]) =>
    Object.entries(rows).map(([name, { title, ...words }]) => [name, { group, title, ...words }]),
  ),
) as Readonly<Record<SettingName, SettingWords>>
