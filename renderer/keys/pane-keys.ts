import type { KeyRow } from './key-table.ts'

/** The keys of two panes side by side; rows of the table of keys. */
export const paneKeys = {
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
