import {
  closedAt,
  focused,
  openedAt,
  openedBeside,
  other,
  paneIndexOf,
  shared,
  split,
  swapped,
  type PaneIndex,
  type Thing,
} from './panes.ts'
import { selectedOf } from './selectors.ts'
import { mirror, openAgents } from './store.ts'
import { movePanes, view } from './view-store.ts'

/** The tab that stands in a pane that is alone. */
const alone = () => selectedOf(openAgents(mirror.getState()), focused(view.getState().panes).tab)?.id ?? null

/** Does a pane show it now? */
export const isShown = (thing: Thing): boolean => paneIndexOf(view.getState().panes, thing) !== null

/** Shows a thing beside what is shown; where it is shown already, its pane gets the focus. */
export const openBeside = (thing: Thing, side: PaneIndex = 1): void =>
  movePanes((now) => openedBeside(now, thing, side, alone()))

/** Shows a thing in one of two panes; where the other one shows it, the two change places. */
export const openAt = (thing: Thing, at: PaneIndex): void => movePanes((now) => openedAt(now, thing, at))

/** Makes two panes of one, or one of two: the one that has the focus. */
export const splitPane = (): void => movePanes((now) => split(now, alone()))

/** Takes one of two panes away. */
export const closePane = (at: PaneIndex = view.getState().panes.at): void =>
  movePanes((now) => closedAt(now, at))

/** The two panes change places. */
export const swapPanes = (): void => movePanes(swapped)

/** A pane gets the focus: there things are opened from now on. */
export const focusPane = (at: PaneIndex): void =>
  movePanes((now) => (now.at === at || !now.list[at] ? now : { ...now, at }))

/** The left pane gets so many hundredths of the width. */
export const sharePanes = (share: number): void => movePanes((now) => shared(now, share))

/** Where two panes are in view, what a list leads to is shown in the other one, and the list stays. */
export function leadBeside(list: Thing): void {
  const { panes, room } = view.getState()
  const at = paneIndexOf(panes, list)
  if (at !== null && panes.list.length === 2 && room === 2) focusPane(other(at))
}
