import type { MouseEvent } from 'react'
import { isMac } from '../keys/keys-here.ts'
import { isShown, openBeside } from '../state/pane-acts.ts'
import type { Thing } from '../state/panes.ts'
import { open } from '../state/view-store.ts'
import type { MenuItem } from './menu.tsx'

/** In the menu of whatever a pane can show; nothing where it is shown. */
export const besideItems = (thing: Thing): readonly MenuItem[] =>
  isShown(thing) ? [] : [{ label: 'Open beside', run: () => openBeside(thing) }]

/** A click that shows a thing: with Ctrl, on a Mac with ⌘, beside what is shown. */
export function openBy({ ctrlKey, metaKey }: MouseEvent, thing: Thing): void {
  if (isMac ? metaKey : ctrlKey) openBeside(thing)
  else open(thing)
}
