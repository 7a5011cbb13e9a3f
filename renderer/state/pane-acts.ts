import {
  closePaneAt,
  focused,
  openThingAt,
  openThingBeside,
  other,
  paneIndexOf,
  resizePanes,
  split,
  swapped,
  type PaneIndex,
  type Thing,
} from './panes.ts'
import { selectedOf } from './selectors.ts'
import { mirror, openAgents } from './store.ts'
import { movePanes, view } from './view-store.ts'

/** The tab shown by a single pane. */
const alone = () => selectedOf(openAgents(mirror.getState()), focused(view.getState().panes).tab)?.id ?? null

export const isShown = (thing: Thing): boolean => paneIndexOf(view.getState().panes, thing) !== null

/** Opens a thing beside the current one; if it is shown already, focuses its pane. */
export const openBeside = (thing: Thing, side: PaneIndex = 1): void =>
  movePanes((now) => openThingBeside(now, thing, side, alone()))

/** Shows a thing in one of two panes; if the other one shows it, they are swapped. */
export const openAt = (thing: Thing, at: PaneIndex): void => movePanes((now) => openThingAt(now, thing, at))

/** Toggles between one pane and two; the focused one stays. */
export const splitPane = (): void => movePanes((now) => split(now, alone()))

export const closePane = (at: PaneIndex = view.getState().panes.at): void =>
  movePanes((now) => closePaneAt(now, at))

export const swapPanes = (): void => movePanes(swapped)

export const focusPane = (at: PaneIndex): void =>
  movePanes((now) => (now.at === at || !now.list[at] ? now : { ...now, at }))

/** Sets the width of the left pane, in percent. */
export const sharePanes = (share: number): void => movePanes((now) => resizePanes(now, share))

/** With two panes in view, what is opened from a list is shown in the other pane. */
export function leadBeside(list: Thing): void {
  const { panes, room } = view.getState()
  const at = paneIndexOf(panes, list)
  if (at !== null && panes.list.length === 2 && room === 2) focusPane(other(at))
}
