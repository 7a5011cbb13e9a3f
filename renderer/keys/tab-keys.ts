import type { KeyRow } from './key-table.ts'

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
const each = (modifier: string) => digits.map((digit) => `${modifier}+${digit}`)

/** The keys of the list of tabs; rows of the table of keys. */
export const tabKeys = {
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
