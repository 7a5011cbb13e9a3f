import type { GatheringId } from '../../main/contract/gatherings/gatherings.ts'
import type { LinkId } from '../../main/contract/links/links.ts'
import type { AgentId, MessageId } from '../../main/contract/api/model.ts'

/** What is shown in the place of a pane's tab. */
type Over =
  | { readonly kind: 'link'; readonly id: LinkId }
  | { readonly kind: 'gathering'; readonly id: GatheringId }
  | { readonly kind: 'thread'; readonly id: MessageId }

/** Everything that a pane can show. */
export type Thing = { readonly kind: 'agent'; readonly id: AgentId } | Over | { readonly kind: 'timeline' }

/** One pane, and what stands under what it shows: that is there again when what is shown goes. */
export interface PaneState {
  /** Names it for as long as it is there, wherever it stands. */
  readonly key: number
  /** null: none was chosen. */
  readonly tab: AgentId | null
  readonly over: Over | null
  /** The timeline stands in front of both. */
  readonly timeline: boolean
}

/** The left pane, or the right one. One that is alone is the left one. */
export type PaneIndex = 0 | 1

/** The panes of a window. A thing is shown in one of them at most: who asks for it again is led there. */
export interface PanesState {
  readonly list: readonly PaneState[]
  /** Which has the focus: there the list, the palette, the keys and a search open what is chosen. */
  readonly at: PaneIndex
  /** How wide the left one of two is, in hundredths. */
  readonly share: number
  /** What stood beside and where, before one pane was made of two; the next split brings it back. */
  readonly beside: { readonly pane: PaneState; readonly at: PaneIndex } | null
}

/** The narrowest and the widest that the left pane can be, and what it is at first, in hundredths. */
export const shares = { least: 25, most: 75, usual: 50 } as const

const bare = (key: number): PaneState => ({ key, tab: null, over: null, timeline: false })

/** A window as it is at first. */
export const onePane: PanesState = { list: [bare(1)], at: 0, share: shares.usual, beside: null }

/** What a pane shows; null: nothing was chosen yet. */
export function shownIn({ tab, over, timeline }: PaneState): Thing | null {
  if (timeline) return { kind: 'timeline' }
  return over ?? (tab === null ? null : { kind: 'agent', id: tab })
}

/** The pane that has the focus. */
export const focused = ({ list, at }: PanesState): PaneState => list[at] ?? list[0] ?? bare(1)

/** Are these two the same thing, or nothing both? */
export const isSame = (one: Thing | null, other: Thing | null): boolean =>
  one === null || other === null
    ? one === other
    : one.kind === other.kind && (!('id' in one) || !('id' in other) || one.id === other.id)

/** Which pane shows a thing; null: none. */
export function paneIndexOf({ list }: PanesState, thing: Thing): PaneIndex | null {
  const at = list.findIndex((pane) => isSame(shownIn(pane), thing))
  return at < 0 ? null : (at as PaneIndex)
}

/** Shows a thing in the pane that has the focus; where the other one shows it, that one gets the focus. */
export const opened = (panes: PanesState, thing: Thing): PanesState =>
  put(panes, paneIndexOf(panes, thing) ?? panes.at, thing)

/** Shows a thing in a pane; where the other one shows it, the two change places. */
export function openedAt(panes: PanesState, thing: Thing, at: PaneIndex): PanesState {
  const place = paneIndexOf(panes, thing)
  if (place === null || place === at) return put(panes, at, thing)
  return { ...swapped(panes), at }
}

/**
 * Shows a thing beside what is shown: in a new pane at that side, or in the other one of two. `alone`: the tab that
 * stands in a pane of which none was chosen.
 */
export function openedBeside(
  panes: PanesState,
  thing: Thing,
  side: PaneIndex,
  alone: AgentId | null,
): PanesState {
  if (paneIndexOf(panes, thing) !== null) return opened(panes, thing)
  if (panes.list.length === 2) return put(panes, other(panes.at), thing)
  return put(withFresh(panes, bare(freshKey(panes)), side, alone), side, thing)
}

/** Two panes of one: what stood there last, or one to choose for. Of two one, the one that has the focus. */
export function split(panes: PanesState, alone: AgentId | null): PanesState {
  if (panes.list.length === 2) return closedAt(panes, other(panes.at))
  const { beside } = panes
  const fresh = { ...(beside?.pane ?? bare(0)), key: freshKey(panes) }
  return withFresh(panes, fresh, beside?.at ?? 1, alone)
}

/** Takes a pane away; the other one has the whole width. */
export function closedAt(panes: PanesState, at: PaneIndex): PanesState {
  const [gone, rest] = [panes.list[at], panes.list[other(at)]]
  if (!gone || !rest) return panes
  const beside = shownIn(gone) === null ? panes.beside : { pane: gone, at }
  return { ...panes, list: [rest], at: 0, beside }
}

/** A thing is shown no more: what stood under it is. A pane with nothing under it goes, unless it is alone. */
export function withoutThing(panes: PanesState, thing: Thing): PanesState {
  const at = paneIndexOf(panes, thing)
  const pane = at === null ? undefined : panes.list[at]
  if (at === null || !pane) return panes
  const rest = without(pane, thing)
  if (shownIn(rest) === null && panes.list.length === 2) return closedAt(replaced(panes, at, rest), at)
  return replaced(panes, at, rest)
}

function without(pane: PaneState, { kind }: Thing): PaneState {
  if (kind === 'timeline') return { ...pane, timeline: false }
  return kind === 'agent' ? { ...pane, tab: null } : { ...pane, over: null }
}

/** Another tab stands where a pane had its own; what is shown in its place stays. null: none does, see `left`. */
export function stoodIn(panes: PanesState, at: PaneIndex, tab: AgentId | null): PanesState {
  const pane = panes.list[at]
  if (!pane) return panes
  const now = replaced(panes, at, { ...pane, tab })
  const isBare = tab === null && shownIn({ ...pane, tab }) === null
  return isBare && panes.list.length === 2 ? closedAt(now, at) : now
}

/** The two change places; the focus goes along. */
export const swapped = (panes: PanesState): PanesState =>
  panes.list.length === 2 ? { ...panes, list: panes.list.toReversed(), at: other(panes.at) } : panes

/** The other place of two. */
export const other = (at: PaneIndex): PaneIndex => (at === 0 ? 1 : 0)

/** The divider moved; it keeps both panes in sight. */
export const shared = (panes: PanesState, share: number): PanesState => ({
  ...panes,
  share: Math.min(shares.most, Math.max(shares.least, Math.round(share))),
})

/** What was kept, or one pane where it is nothing that could have been. */
export function recalledPanes(kept: unknown): PanesState {
  const { list, at, share, beside } = (kept ?? {}) as Partial<PanesState>
  const isWhole = Array.isArray(list) && (list.length === 1 || list.length === 2) && list.every(isPane)
  if (!isWhole) return onePane
  const known = { list, at: at === 1 && list.length === 2 ? 1 : 0, beside: beside ?? null } as const
  return shared({ ...known, share: shares.usual }, typeof share === 'number' ? share : shares.usual)
}

const isPane = (one: unknown): boolean =>
  typeof one === 'object' && one !== null && 'key' in one && 'tab' in one && 'over' in one

const freshKey = ({ list, beside }: PanesState): number =>
  Math.max(...list.map(({ key }) => key), beside?.pane.key ?? 0) + 1

function withFresh(panes: PanesState, fresh: PaneState, side: PaneIndex, alone: AgentId | null): PanesState {
  const only = focused(panes)
  const kept = { ...only, tab: only.tab ?? alone }
  const list = side === 0 ? [fresh, kept] : [kept, fresh]
  return cleared({ ...panes, list, at: side, beside: null }, other(side))
}

function put(panes: PanesState, at: PaneIndex, thing: Thing): PanesState {
  const pane = panes.list[at]
  if (!pane) return panes
  return { ...replaced(panes, at, holding(pane, thing)), at }
}

function holding(pane: PaneState, thing: Thing): PaneState {
  if (thing.kind === 'timeline') return { ...pane, timeline: true }
  if (thing.kind === 'agent') return { ...pane, tab: thing.id, over: null, timeline: false }
  return { ...pane, over: thing, timeline: false }
}

const replaced = (panes: PanesState, at: PaneIndex, pane: PaneState): PanesState =>
  cleared({ ...panes, list: panes.list.map((one, place) => (place === at ? pane : one)) }, at)

/** What one pane has, the other does not keep underneath. */
function cleared(panes: PanesState, at: PaneIndex): PanesState {
  const [pane, beside] = [panes.list[at], panes.list[other(at)]]
  if (!pane || !beside) return panes
  const rest = {
    ...beside,
    tab: beside.tab === pane.tab ? null : beside.tab,
    over: beside.over !== null && isSame(pane.over, beside.over) ? null : beside.over,
    timeline: beside.timeline && !pane.timeline,
  }
  return { ...panes, list: panes.list.map((one, place) => (place === at ? pane : rest)) }
}
