import { isShown, openBeside } from '../state/pane-acts.ts'
import type { Thing } from '../state/panes.ts'
import type { MenuItem } from './menu.tsx'

/** Menu items for anything a pane can show; empty if it is shown already. */
export const besideItems = (thing: Thing): readonly MenuItem[] =>
  isShown(thing) ? [] : [{ label: 'Open beside', run: () => openBeside(thing) }]
