import { isShown, openBeside } from '../state/pane-acts.ts'
import type { Thing } from '../state/panes.ts'
import type { MenuItem } from './menu.tsx'

/** In the menu of whatever a pane can show; nothing where it is shown. */
export const besideItems = (thing: Thing): readonly MenuItem[] =>
  isShown(thing) ? [] : [{ label: 'Open beside', run: () => openBeside(thing) }]
