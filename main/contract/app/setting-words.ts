import { kindFacts, namedKinds, programTitle, usualKind, type NamedKind } from '../agents/kinds.ts'
import { cap, choice, file, flip, number, text, type SettingWords } from './setting-controls.ts'
import type { SettingName } from './settings.ts'

/** The path of the program of a kind. */
const path = (kind: NamedKind): SettingWords => ({
  group: 'Programs',
  title: programTitle(kind),
  control: file,
  about:
    kind === usualKind
      ? 'Path of another one; empty: the one that comes with Janus.'
      : `Path of ${kindFacts[kind].program}; empty: the one on your PATH.`,
})

const programPaths = Object.fromEntries(namedKinds.map((kind) => [kind, path(kind)])) as Record<
  NamedKind,
  SettingWords
>

/** A cap on what something may use. */
const capOf = (title: string, about: string): SettingWords => ({ group: 'Caps', title, control: cap, about })

/** What is said of every setting, in the order of the page. */
export const settingWords: Readonly<Record<SettingName, SettingWords>> = {
  person: {
    group: 'You and the window',
    title: 'Your name',
    control: text,
    about: 'As you and your agents see it; empty: your user name.',
  },
  theme: {
    group: 'You and the window',
    title: 'Theme',
    control: choice({ system: 'As the system says', light: 'Light', dark: 'Dark' }),
    about: 'Light, dark, or as the system says.',
  },
  density: {
    group: 'You and the window',
    title: 'Work in a transcript',
    control: choice({ summary: 'Summary', normal: 'Normal', verbose: 'Verbose' }),
    about: 'How much of the work of an agent its transcript shows.',
  },
  enter: {
    group: 'You and the window',
    title: 'Enter, while an agent works',
    control: choice({ queue: 'Queues your words', steer: 'Steers: folds them in' }),
    about: 'With Ctrl (on a Mac ⌘) held it does the other.',
  },
  keys: {
    group: 'You and the window',
    title: 'Keys',
    control: { as: 'keys' },
    about: 'The keyboard shortcuts of every action: change one, or put it back.',
  },
  tabGroups: {
    group: 'You and the window',
    title: 'Tabs stand',
    control: choice({ folders: 'By folder', none: 'In one list' }),
    about: 'Whether the tabs of a folder stand together under its name.',
  },

  notify: {
    group: 'Notifications',
    title: 'An agent needs you',
    control: flip,
    about: 'The system tells you what is asked, when its tab is not in view.',
  },
  sound: {
    group: 'Notifications',
    title: 'Sound: an agent needs you',
    control: flip,
    about: 'Two short tones that rise, when an agent needs you and its tab is not in view.',
  },
  notifyFinished: {
    group: 'Notifications',
    title: 'A turn is finished',
    control: flip,
    about: 'The system tells you the last words, when its tab is not in view.',
  },
  soundFinished: {
    group: 'Notifications',
    title: 'Sound: a turn is finished',
    control: flip,
    about: 'One low tone, when a turn is finished and its tab is not in view.',
  },
  notifyHarvest: {
    group: 'Notifications',
    title: 'A harvest is in',
    control: flip,
    about: 'The system tells you when a gathering has closed with its harvest, and it is not in view.',
  },
  soundHarvest: {
    group: 'Notifications',
    title: 'Sound: a harvest is in',
    control: flip,
    about: 'Three soft tones, when a harvest is in and its gathering is not in view.',
  },
  notifyOffered: {
    group: 'Notifications',
    title: 'You were asked about notifications',
    control: null,
    about: 'Janus asks once, after the first long turn that ended while you were elsewhere.',
  },

  folder: {
    group: 'New agents',
    title: 'Folder',
    control: { as: 'folder' },
    about: 'Where a new agent works; empty: the folder in which Janus was started.',
  },
  model: {
    group: 'New agents',
    title: 'Model',
    control: { as: 'model' },
    about: "Of a new agent of the usual kind; empty: its program's own choice.",
  },
  effort: {
    group: 'New agents',
    title: 'Effort',
    control: { as: 'effort' },
    about: "How hard a new agent of the usual kind thinks; empty: its program's own choice.",
  },
  permissionMode: {
    group: 'New agents',
    title: 'Permission mode',
    control: choice({
      plan: 'Plans only',
      default: 'Asks before it acts',
      acceptEdits: 'Edits files unasked',
      auto: 'A model decides, where there is one',
      bypassPermissions: 'Never asks',
    }),
    about: 'How a new agent asks before it acts.',
  },
  policy: {
    group: 'New agents',
    title: 'Messages of other agents',
    control: choice({
      hybrid: 'By priority',
      interject: 'At once: they interrupt',
      quiet: 'When it is idle',
      ask: 'After your click',
    }),
    about: 'When a new agent takes what its peers write to it.',
  },

  roles: {
    group: 'New agents',
    title: 'Roles',
    control: { as: 'roles' },
    about:
      'Reviewer, builder and others of your own: model, mode, effort and what an agent is told at its start. Agents that run stay as they are.',
  },

  ...programPaths,
  editor: {
    group: 'Programs',
    title: 'Your editor',
    control: { as: 'editor' },
    about:
      'A click on the name of a file starts this line with {file} and {line}; no shell reads it. Empty: files are not opened.',
  },
  terminal: {
    group: 'Programs',
    title: 'Your terminal',
    control: { as: 'terminal' },
    about:
      '“Open a terminal here” starts this line with {folder}, in the agent’s folder; no shell reads it. Empty: the one of this machine.',
  },
  variables: {
    group: 'Programs',
    title: 'Variables for agents',
    control: text,
    about:
      'Variables of your environment that agents get from their next start on, as: GH_TOKEN, JAVA_HOME, Builder: DATABASE_URL (for the agent Builder alone). The values are not kept.',
  },

  patience: {
    group: 'Messages',
    title: 'Patience',
    control: number('seconds'),
    about: 'After these a message that waits for the end of a turn is folded into it.',
  },
  transcripts: {
    group: 'Messages',
    title: 'Who reads transcripts',
    control: choice({ linked: 'Agents that deal with each other', all: 'All agents' }),
    about: 'Whose transcripts an agent may read.',
  },

  awake: {
    group: 'Sleep',
    title: 'Awake at most',
    control: number('agents'),
    about: 'Of those that have nothing to do; the others sleep.',
  },
  sleepAfter: {
    group: 'Sleep',
    title: 'Sleeps after',
    control: number('seconds'),
    about: 'Without anything to do: its process ends, and starts with its next message.',
  },

  links: {
    group: 'Links and timers',
    title: 'Links cross',
    control: flip,
    about: 'What linked agents conclude crosses; off: all links rest, none is closed.',
  },
  linkOnSend: {
    group: 'Links and timers',
    title: 'A message links',
    control: flip,
    about:
      'Every message of an agent to another also links the two, so that answers come back by themselves.',
  },
  anchors: {
    group: 'Links and timers',
    title: 'Anchors',
    control: choice({ open: 'While something is open', off: 'None by themselves' }),
    about:
      'Lead an agent that deals with others back to what you asked, every 4½ minutes, twice in a row at most. Each time is a turn. The settings of an agent may say otherwise.',
  },
  quiet: {
    group: 'Links and timers',
    title: 'All timers wait',
    control: flip,
    about: 'Those that fell due meanwhile fire once when you switch it off.',
  },
  stopped: {
    group: 'Links and timers',
    title: 'Everything is stopped',
    control: null,
    about: 'Since when: nothing begins but one turn for each of your own words.',
  },

  agentsConvene: {
    group: 'What agents may do by themselves',
    title: 'Gather',
    control: choice({ ask: 'They ask you', start: 'They start, up to the cap' }),
    about: 'What becomes of a gathering that an agent wants.',
  },
  agentsConveneCap: {
    group: 'What agents may do by themselves',
    title: 'Cap of such a gathering',
    control: number('USD'),
    about: 'Most that it may cost before it asks you.',
  },
  agentsOpen: {
    group: 'What agents may do by themselves',
    title: 'Open tabs',
    control: choice({ ask: 'They ask you', within: 'They open, within the limit' }),
    about: 'What becomes of a tab that an agent wants.',
  },
  agentsOpenLimit: {
    group: 'What agents may do by themselves',
    title: 'Limit of such tabs',
    control: number('tabs'),
    about: 'Open at the same time, before they ask you.',
  },

  openInhale: {
    group: 'Gatherings',
    title: 'Open inhale',
    control: flip,
    about: 'What is said in the inhale is given on at once, instead of being sealed until all have spoken.',
  },
  plainGrants: {
    group: 'Gatherings',
    title: 'Plain grants',
    control: flip,
    about:
      'Grants and beats of gatherings that you started go to the model without the mark that they are not from you.',
  },

  turnCap: capOf('Of a turn', 'At it the turn is broken off and asks you. Empty: no cap.'),
  tabCap: capOf('Of a tab', 'In all; at it nothing begins there but your own words. Empty: no cap.'),
  linkCap: capOf('Of a link', 'For all turns that it began; at it the link rests. Empty: no cap.'),
  gatheringCap: capOf(
    'Of a gathering',
    'Where its plan does not say; at it the gathering pauses. Empty: no cap.',
  ),
  dayCap: capOf(
    'Of a day',
    'For everything; at it nothing begins but your own words, until you raise it or the next day. Empty: no cap.',
  ),
}
