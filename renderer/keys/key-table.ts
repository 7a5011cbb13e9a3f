import type { Chord } from './chord.ts'

/** The keys of two panes side by side; rows of the table of keys. */
const paneKeys = {
  split: { words: 'Two panes, or one again', group: 'Two panes', keys: ['Mod+\\'] },
  otherPane: { words: 'To the other pane', group: 'Two panes', keys: ['Mod+J'] },
  openBeside: {
    words: 'In the palette and the search: show it beside',
    group: 'Two panes',
    keys: ['Mod+Enter'],
    at: 'palette',
  },
  swapPanes: {
    words: 'The two panes change places',
    group: 'Two panes',
    keys: ['Mod+Shift+J'],
    inBrowser: ['Own+Shift+J'],
  },
  closePane: {
    words: 'Close the pane',
    group: 'Two panes',
    keys: ['Mod+Shift+W'],
    inBrowser: ['Own+Shift+W'],
  },
  divider: {
    words: 'With the divider in focus: move it; to where it was at first',
    group: 'Two panes',
    keys: ['ArrowLeft', 'ArrowRight', 'Enter'],
    at: 'divider',
    shown: ['←', '→', '↵'],
  },
} as const satisfies Readonly<Record<string, KeyRow>>

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const each = (modifier: string) => digits.map((digit) => `${modifier}+${digit}`)

/** The keys of the list of tabs; rows of the table of keys. */
const tabKeys = {
  newAgent: { words: 'New agent', group: 'Tabs', keys: ['Mod+T'], inBrowser: ['Own+N'] },
  convene: { words: 'New gathering', group: 'Tabs', keys: ['Mod+Shift+G'] },
  tab: {
    words: 'Tab 1 to 9',
    group: 'Tabs',
    keys: each('Mod'),
    inBrowser: [...each('Own'), ...each('Mod')],
    shown: ['1…9'],
  },
  nextTab: {
    words: 'Next tab',
    group: 'Tabs',
    keys: ['Ctrl+PageDown', 'Ctrl+Tab'],
    inBrowser: ['Own+PageDown'],
  },
  previousTab: {
    words: 'Previous tab',
    group: 'Tabs',
    keys: ['Ctrl+PageUp', 'Ctrl+Shift+Tab'],
    inBrowser: ['Own+PageUp'],
  },
  moveUp: {
    words: 'Move the tab up',
    group: 'Tabs',
    keys: ['Ctrl+Shift+PageUp'],
    inBrowser: ['Own+Shift+PageUp'],
  },
  moveDown: {
    words: 'Move the tab down',
    group: 'Tabs',
    keys: ['Ctrl+Shift+PageDown'],
    inBrowser: ['Own+Shift+PageDown'],
  },
  chooseTab: {
    words: 'Choose the tab in focus, beside others; Shift and the arrows choose a row of them',
    group: 'Tabs',
    keys: ['Shift+Space'],
    at: 'tab',
  },
  close: { words: 'Close the tab', group: 'Tabs', keys: ['Mod+W'], inBrowser: ['Own+W'] },
  reopen: {
    words: 'Reopen the tab closed last',
    group: 'Tabs',
    keys: ['Mod+Shift+T'],
    inBrowser: ['Own+Shift+T'],
  },
} as const satisfies Readonly<Record<string, KeyRow>>

/** Who listens for a key: the whole window, the part of it that has the focus, or the desktop app's own menu. */
export type KeyPlace =
  | 'window'
  | 'composer'
  | 'card'
  | 'row'
  | 'tab'
  | 'circle'
  | 'replay'
  | 'words'
  | 'divider'
  | 'palette'
  | 'menu'

/** What the keys are for, in the order in which the sheet tells of them. */
export const keyGroups = [
  'Find',
  'Tabs',
  'The agent in view',
  'The gathering in view',
  'Writing and answering',
  'The window',
  'Two panes',
  'The desktop app',
] as const

/** One row of the table of keys. */
export interface KeyRow {
  readonly words: string
  readonly group: (typeof keyGroups)[number]
  /** The first is shown, all work. */
  readonly keys: readonly Chord[]
  /** In a browser, where it keeps some of `keys` for itself. */
  readonly inBrowser?: readonly Chord[]
  /** In the app on a Mac, where the system has others. */
  readonly onMac?: readonly Chord[]
  /** `window` where nothing is said. */
  readonly at?: KeyPlace
  /** Stands for typing while the focus is in a field. */
  readonly isTyped?: true
  /** How the keys are written where a row stands for several. */
  readonly shown?: readonly string[]
}

/**
 * Every key of Janus, once. Parts of the window that hear keys themselves (`at`) are here so that nothing clashes. In
 * the app none goes by Alt: on Linux and Windows that opens the menu bar when it is let go.
 */
export const keyTable = {
  palette: { words: 'Find an agent or an action', group: 'Find', keys: ['Mod+K'] },
  search: { words: 'Search everything said', group: 'Find', keys: ['Mod+Shift+F'] },
  find: { words: 'Find in the conversation in view', group: 'Find', keys: ['Mod+F'] },
  timeline: {
    words: 'The timeline of all traffic, and back',
    group: 'Find',
    keys: ['Mod+Shift+L'],
  },
  nextWaiting: { words: 'Next thing that waits for you', group: 'Find', keys: ['Mod+Shift+A'] },

  ...tabKeys,

  interrupt: {
    words:
      'Interrupt; again within 2 seconds: stop. While it asks: to its card. Where nothing runs: to where you write',
    group: 'The agent in view',
    keys: ['Escape'],
  },
  rename: { words: 'Rename', group: 'The agent in view', keys: ['F2'] },
  agentSettings: {
    words: 'Its settings',
    group: 'The agent in view',
    keys: ['Mod+Shift+S'],
    inBrowser: ['Own+Shift+S'],
  },

  changes: {
    words: 'What it changed in files',
    group: 'The agent in view',
    keys: ['Mod+Shift+D'],
    inBrowser: ['Own+Shift+D'],
  },

  quote: {
    words: 'Send, ask or gather about the words selected, or the row in focus',
    group: 'The agent in view',
    keys: ['Mod+Shift+E'],
    at: 'words',
  },

  linkTo: { words: 'Link it to…', group: 'The agent in view', keys: ['Mod+L'] },

  speak: {
    words: 'Speak: in your turn, or as host',
    group: 'The gathering in view',
    keys: ['Mod+Enter'],
    at: 'circle',
  },
  speakAndKeep: {
    words: 'Speak and keep the piece; as host: speak, and the circle goes on',
    group: 'The gathering in view',
    keys: ['Mod+Shift+Enter'],
    at: 'circle',
  },
  keepNote: {
    words: 'Keep as note for your turn',
    group: 'The gathering in view',
    keys: ['Enter'],
    at: 'circle',
  },
  backToHarvest: {
    words: 'From the words back to the harvest',
    group: 'The gathering in view',
    keys: ['Escape'],
    at: 'circle',
  },

  replaySteps: {
    words: 'In a replay: a step back or forward',
    group: 'The gathering in view',
    keys: ['ArrowLeft', 'ArrowRight'],
    at: 'replay',
    shown: ['←', '→'],
  },
  replayEnds: {
    words: 'In a replay: to its first and its last step',
    group: 'The gathering in view',
    keys: ['Home', 'End'],
    at: 'replay',
    shown: ['Home', 'End'],
  },
  replayPlay: {
    words: 'In a replay: play, or stand still',
    group: 'The gathering in view',
    keys: [' '],
    at: 'replay',
    shown: ['Space'],
  },
  replayClose: {
    words: 'From a replay back to the gathering',
    group: 'The gathering in view',
    keys: ['Escape'],
    at: 'replay',
  },

  send: { words: 'Send, or queue', group: 'Writing and answering', keys: ['Enter'], at: 'composer' },
  steer: {
    words: 'Steer: fold your words into the turn (a setting swaps it with Enter)',
    group: 'Writing and answering',
    keys: ['Mod+Enter'],
    at: 'composer',
  },
  newLine: { words: 'New line', group: 'Writing and answering', keys: ['Shift+Enter'], at: 'composer' },
  cycleMode: {
    words: 'Next permission mode, from where you write: plans only, asks first, edits freely',
    group: 'Writing and answering',
    keys: ['Shift+Tab'],
    at: 'composer',
  },
  editLast: {
    words: 'In the empty composer: edit your last waiting message, else what you sent before',
    group: 'Writing and answering',
    keys: ['ArrowUp'],
    at: 'composer',
  },
  readUp: {
    words: 'Read up and down in the conversation',
    group: 'Writing and answering',
    keys: ['PageUp', 'PageDown'],
    at: 'composer',
    shown: ['PgUp', 'PgDn'],
  },
  readEnds: {
    words: 'To its beginning and its end',
    group: 'Writing and answering',
    keys: ['Mod+Home', 'Mod+End'],
    at: 'composer',
    shown: ['Home', 'End'],
  },
  rowUp: {
    words: 'Move the waiting message or the seat in focus up',
    group: 'Writing and answering',
    keys: ['Mod+Shift+ArrowUp'],
    at: 'row',
  },
  rowDown: {
    words: 'Move the waiting message or the seat in focus down',
    group: 'Writing and answering',
    keys: ['Mod+Shift+ArrowDown'],
    at: 'row',
  },
  withdraw: {
    words: 'Withdraw the waiting message in focus',
    group: 'Writing and answering',
    keys: ['Delete'],
    at: 'row',
  },
  answer: {
    words: 'Answer the card in focus (with a screen reader: in its focus mode)',
    group: 'Writing and answering',
    keys: ['1', '2', '3'],
    at: 'card',
    shown: ['1', '2', '3'],
  },

  stopAll: { words: 'Stop everything, or let it go on', group: 'The window', keys: ['Mod+Shift+X'] },
  settings: { words: 'Settings', group: 'The window', keys: ['Mod+,'] },
  density: { words: 'Show less or more of the work', group: 'The window', keys: ['Ctrl+O'] },
  side: {
    words: 'What stands at the side: timers, links, how far a gathering is',
    group: 'The window',
    keys: ['Mod+.'],
  },
  tabList: { words: 'Fold the list of tabs', group: 'The window', keys: ['Mod+B'] },
  nextRegion: { words: 'Next part of the window', group: 'The window', keys: ['F6'] },
  previousRegion: { words: 'Part of the window before', group: 'The window', keys: ['Shift+F6'] },
  keys: {
    words: 'This sheet, with the words beside it',
    group: 'The window',
    keys: ['Mod+/', '?'],
    isTyped: true,
  },

  ...paneKeys,

  zoomIn: {
    words: 'Larger',
    group: 'The desktop app',
    keys: ['Mod+='],
    inBrowser: [],
    at: 'menu',
    shown: ['+'],
  },
  zoomOut: { words: 'Smaller', group: 'The desktop app', keys: ['Mod+-'], inBrowser: [], at: 'menu' },
  zoomReset: { words: 'Actual size', group: 'The desktop app', keys: ['Mod+0'], inBrowser: [], at: 'menu' },
  fullScreen: {
    words: 'Full screen',
    group: 'The desktop app',
    keys: ['F11'],
    inBrowser: [],
    onMac: ['Mod+Ctrl+F'],
    at: 'menu',
  },
  quit: { words: 'Quit', group: 'The desktop app', keys: ['Mod+Q'], inBrowser: [], at: 'menu' },
} as const satisfies Readonly<Record<string, KeyRow>>

/** The name of a row of the table. */
export type KeyName = keyof typeof keyTable

/** The rows of the table, with their names. */
export const keyRows = Object.entries(keyTable) as readonly [KeyName, KeyRow][]

/** The keys of a row here; the first is the one to show. */
export function keysOf(row: KeyRow, isBrowser: boolean, isMac: boolean): readonly Chord[] {
  if (isBrowser) return row.inBrowser ?? row.keys
  return (isMac ? row.onMac : undefined) ?? row.keys
}
