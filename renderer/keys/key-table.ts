import type { Chord } from './chord.ts'

/** What handles the key: the whole window, a part of it that has the focus, or the desktop app's menu. */
type KeyPlace =
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

/** In the order of the shortcuts sheet. */
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

export interface KeyRow {
  readonly words: string
  readonly group: (typeof keyGroups)[number]
  /** All work; the first is shown. */
  readonly keys: readonly Chord[]
  /** Used in a browser, which keeps some of `keys` for itself. */
  readonly inBrowser?: readonly Chord[]
  /** Used in the app on a Mac, where the system has its own. */
  readonly onMac?: readonly Chord[]
  /** Defaults to `window`. */
  readonly at?: KeyPlace
  /** Types a character if a field has the focus. */
  readonly isTyped?: true
  /** How the keys are written if the row has several. */
  readonly shown?: readonly string[]
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const each = (modifier: string) => digits.map((digit) => `${modifier}+${digit}`)

type KeyGroup = KeyRow['group']

function inGroup<const T extends Readonly<Record<string, Omit<KeyRow, 'group'>>>>(group: KeyGroup, rows: T) {
  const named = Object.entries(rows).map(([name, row]) => [name, { ...row, group }])
  return Object.fromEntries(named) as { readonly [K in keyof T]: T[K] & Pick<KeyRow, 'group'> }
}

/**
 * Every shortcut, so that none clash, including those that a part of the window handles itself (`at`). The
 * app uses none with Alt: on Linux and Windows, releasing Alt opens the menu bar.
 */
export const keyTable = {
  ...inGroup('Find', {
    palette: { words: 'Find an agent or an action', keys: ['Mod+K'] },
    search: { words: 'Search everything said', keys: ['Mod+Shift+F'] },
    find: { words: 'Find in the conversation in view', keys: ['Mod+F'] },
    timeline: { words: 'Show or hide the timeline', keys: ['Mod+Shift+L'] },
    nextWaiting: { words: 'Next item that needs you', keys: ['Mod+Shift+A'] },
  }),
  ...inGroup('Tabs', {
    newAgent: { words: 'New agent', keys: ['Mod+T'], inBrowser: ['Own+N'] },
    convene: { words: 'New gathering', keys: ['Mod+Shift+G'] },
    tab: {
      words: 'Tab 1 to 9',
      keys: each('Mod'),
      inBrowser: [...each('Own'), ...each('Mod')],
      shown: ['1…9'],
    },
    nextTab: { words: 'Next tab', keys: ['Ctrl+PageDown', 'Ctrl+Tab'], inBrowser: ['Own+PageDown'] },
    previousTab: {
      words: 'Previous tab',
      keys: ['Ctrl+PageUp', 'Ctrl+Shift+Tab'],
      inBrowser: ['Own+PageUp'],
    },
    moveUp: { words: 'Move the tab up', keys: ['Ctrl+Shift+PageUp'], inBrowser: ['Own+Shift+PageUp'] },
    moveDown: {
      words: 'Move the tab down',
      keys: ['Ctrl+Shift+PageDown'],
      inBrowser: ['Own+Shift+PageDown'],
    },
    chooseTab: {
      words: 'Add the focused tab to the selection (Shift and arrows: select several)',
      keys: ['Shift+Space'],
      at: 'tab',
    },
    close: { words: 'Close the tab', keys: ['Mod+W'], inBrowser: ['Own+W'] },
    reopen: { words: 'Reopen the last closed tab', keys: ['Mod+Shift+T'], inBrowser: ['Own+Shift+T'] },
  }),
  ...inGroup('The agent in view', {
    interrupt: {
      words: 'Interrupt (twice: stop the agent). Otherwise go to the open question or the message box',
      keys: ['Escape'],
    },
    rename: { words: 'Rename', keys: ['F2'] },
    agentSettings: { words: 'Agent settings', keys: ['Mod+Shift+S'], inBrowser: ['Own+Shift+S'] },
    changes: { words: 'Changes', keys: ['Mod+Shift+D'], inBrowser: ['Own+Shift+D'] },
    quote: {
      words: 'Send, ask about or discuss the selected text or focused row',
      keys: ['Mod+Shift+E'],
      at: 'words',
    },
    linkTo: { words: 'Link to…', keys: ['Mod+L'] },
  }),
  ...inGroup('The gathering in view', {
    speak: { words: 'Speak (on your turn or as host)', keys: ['Mod+Enter'], at: 'circle' },
    speakAndKeep: {
      words: 'Speak and keep the piece (as host: without pausing the gathering)',
      keys: ['Mod+Shift+Enter'],
      at: 'circle',
    },
    keepNote: { words: 'Save as a note for your turn', keys: ['Enter'], at: 'circle' },
    backToHarvest: { words: 'From the transcript back to the harvest', keys: ['Escape'], at: 'circle' },
    replaySteps: {
      words: 'Replay: previous or next step',
      keys: ['ArrowLeft', 'ArrowRight'],
      at: 'replay',
      shown: ['←', '→'],
    },
    replayEnds: {
      words: 'Replay: first or last step',
      keys: ['Home', 'End'],
      at: 'replay',
      shown: ['Home', 'End'],
    },
    replayPlay: { words: 'Replay: play or pause', keys: [' '], at: 'replay', shown: ['Space'] },
    replayClose: { words: 'Close the replay', keys: ['Escape'], at: 'replay' },
  }),
  ...inGroup('Writing and answering', {
    send: { words: 'Send or queue', keys: ['Enter'], at: 'composer' },
    steer: {
      words: 'Steer: add your message to the running turn (a setting swaps this with Enter)',
      keys: ['Mod+Enter'],
      at: 'composer',
    },
    newLine: { words: 'New line', keys: ['Shift+Enter'], at: 'composer' },
    cycleMode: {
      words: 'Switch permission mode: plan only, ask before acting, edit freely',
      keys: ['Shift+Tab'],
      at: 'composer',
    },
    editLast: {
      words: 'Edit the last queued message, or recall the last sent one (message box empty)',
      keys: ['ArrowUp'],
      at: 'composer',
    },
    readUp: {
      words: 'Scroll the conversation',
      keys: ['PageUp', 'PageDown'],
      at: 'composer',
      shown: ['PgUp', 'PgDn'],
    },
    readEnds: {
      words: 'Go to the start or end of the conversation',
      keys: ['Mod+Home', 'Mod+End'],
      at: 'composer',
      shown: ['Home', 'End'],
    },
    rowUp: {
      words: 'Move the focused message or seat up',
      keys: ['Mod+Shift+ArrowUp'],
      at: 'row',
    },
    rowDown: {
      words: 'Move the focused message or seat down',
      keys: ['Mod+Shift+ArrowDown'],
      at: 'row',
    },
    withdraw: { words: 'Discard the focused message', keys: ['Delete'], at: 'row' },
    answer: {
      words: 'Answer the focused request (screen reader: in focus mode)',
      keys: digits,
      at: 'card',
      shown: ['1…9'],
    },
  }),
  ...inGroup('The window', {
    stopAll: { words: 'Stop all agents, or resume', keys: ['Mod+Shift+X'] },
    settings: { words: 'Settings', keys: ['Mod+,'] },
    density: { words: 'Detail level', keys: ['Ctrl+O'] },
    side: { words: 'Toggle side panel', keys: ['Mod+.'] },
    tabList: { words: 'Toggle sidebar', keys: ['Mod+B'] },
    nextRegion: { words: 'Next part of the window', keys: ['F6'] },
    previousRegion: { words: 'Previous part of the window', keys: ['Shift+F6'] },
    keys: { words: 'Keyboard shortcuts and glossary', keys: ['Mod+/', '?'], isTyped: true },
  }),
  ...inGroup('Two panes', {
    split: { words: 'Toggle split', keys: ['Mod+\\'] },
    otherPane: { words: 'Focus other pane', keys: ['Mod+J'] },
    openBeside: {
      words: 'Open beside (in the palette and search)',
      keys: ['Mod+Enter'],
      at: 'palette',
    },
    swapPanes: { words: 'Swap panes', keys: ['Mod+Shift+J'], inBrowser: ['Own+Shift+J'] },
    closePane: { words: 'Close pane', keys: ['Mod+Shift+W'], inBrowser: ['Own+Shift+W'] },
    divider: {
      words: 'Move the focused divider, or reset it',
      keys: ['ArrowLeft', 'ArrowRight', 'Enter'],
      at: 'divider',
      shown: ['←', '→', '↵'],
    },
  }),
  ...inGroup('The desktop app', {
    zoomIn: { words: 'Larger', keys: ['Mod+='], inBrowser: [], at: 'menu', shown: ['+'] },
    zoomOut: { words: 'Smaller', keys: ['Mod+-'], inBrowser: [], at: 'menu' },
    zoomReset: { words: 'Actual size', keys: ['Mod+0'], inBrowser: [], at: 'menu' },
    fullScreen: { words: 'Full screen', keys: ['F11'], inBrowser: [], onMac: ['Mod+Ctrl+F'], at: 'menu' },
    quit: { words: 'Quit', keys: ['Mod+Q'], inBrowser: [], at: 'menu' },
  }),
}

export type KeyName = keyof typeof keyTable

export const keyRows = Object.entries(keyTable) as readonly [KeyName, KeyRow][]

/** The first one is shown. */
export function keysOf(row: KeyRow, isBrowser: boolean, isMac: boolean): readonly Chord[] {
  if (isBrowser) return row.inBrowser ?? row.keys
  return (isMac ? row.onMac : undefined) ?? row.keys
}
